### Blocking people.

## Blocking

fault-blocked = You cannot sit down at this table. Join another one, or open one yourself.
fault-blocks-full = You have blocked 500 people and cannot block more. Lift a block first, on the page “You”.
block = Block { $name }
block-lift = Lift the block of { $name }
block-hint = You no longer see what they say at any table, they cannot sit down at tables that you open, and neither of you finds the other’s public tables. They do not learn of it.
blocks-title = People you have blocked
blocks-about = You do not see what they say, they cannot sit down at tables that you open, and neither of you finds the other’s public tables. They have not been told.
blocks-since = since
blocks-lift = Lift
account-done-unblocked = The block is lifted.
