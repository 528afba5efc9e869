### Blocking people.

## Blocking

fault-blocked = You cannot sit down at this table. Join another one, or open one yourself.
fault-blocks-full = You have blocked 500 people and cannot block more. Unblock somebody first, on the page “You”.
block = Block { $name }
block-lift = Unblock { $name }
block-hint = You will no longer see what they say at any table, they cannot sit down at tables that you open, and neither of you finds the other’s public tables. They will not be told.
blocks-title = People you have blocked
blocks-about = You do not see what they say, they cannot sit down at tables that you open, and neither of you finds the other’s public tables. They have not been told.
blocks-since = since
blocks-lift = Unblock
account-done-unblocked = The block is lifted.
