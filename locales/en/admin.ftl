### The pages of moderation: reporting, and what moderators see.

nav-admin = Moderation
account-admin = { $n ->
    [0] Moderation: no open reports
    [one] Moderation: 1 open report
   *[other] Moderation: { $n } open reports
}

## Reporting

report-seat = Report or block { $name }
report-line = Report what { $name } said
report-title = Report { $name }
fault-no-reason = Choose what you report.
report-back = Back to the table
report-form-title = What is wrong?
report-said = They said:
report-reason = Choose what fits best
report-text = In your words (optional)
report-about = The moderators of this server will see your report, the table as its spectators see it, and what was said. The player you report will not learn who you are.
report-button = Report
report-done = Thank you. Your report has arrived.
report-done-about = The moderators of this server will look at it. { $name } will not learn who reported them. You will not get a reply.
report-instead = What you can do yourself
mute-here = Mute { $name } at this table
unmute-here = Unmute { $name } at this table
mute-here-hint = You will no longer see what they say at this table. They will not be told.

## What somebody reads who is muted or suspended

restricted-title = What moderators decided about you
restricted-muted = You are muted: you can play, but you cannot write at tables.
restricted-suspended = You are suspended: you can read, but you cannot play or write.
restricted-network = The network you play from is suspended: nobody can play or write from there.
restricted-hint = You can still sign in, and download or delete your data on this page.
restricted-why = Why, and until when

## All pages of moderators

admin-nav = Moderation
admin-reports = Reports
admin-people = People
admin-sanctions = Sanctions
admin-roles = Roles
admin-audit = Audit log
admin-open = { $n ->
    [one] 1 open report
   *[other] { $n } open reports
}
admin-which = Filter
admin-older = Older
admin-until = until
admin-for-ever = for ever
admin-host = the host
admin-by = by
admin-guest = guest { $id }
admin-somebody-gone = somebody who was deleted
admin-table = table { $id }
admin-number = no. { $n }
admin-when = When
admin-note = Note for the audit log (optional)
admin-text = In words (optional; the player reads it)
admin-text-hint = At most 300 characters.
admin-reason = Why
admin-choose = Choose…
admin-duration = How long
admin-duration-hour = 1 hour
admin-duration-day = 1 day
admin-duration-week = 7 days
admin-duration-month = 30 days

## Reports

admin-reports-open = Open
admin-reports-resolved = Resolved
admin-reports-none = There are none.
admin-report = Report { $n }
admin-is-open = open
admin-about = about { $name }
admin-reported = Reported
admin-reporter = By
admin-where = Where
admin-see-table = See the table and what was said
admin-their-words = In the reporter’s words
admin-outcome = Outcome
admin-outcome-acted = Action taken
admin-outcome-noted = Justified, but no action needed
admin-outcome-unfounded = Unfounded
admin-resolve-same = Resolve
admin-resolve-this = this report only
admin-resolve-all =
    { $same ->
        [reporter] all open ones from the same reporter
        [reported] all open ones about the same person
        [table] all open ones about this table
       *[network] all open ones from the same network
    }
admin-resolve = Resolve
admin-deeds = What you can do
admin-others = Other reports about this player
admin-reports-about = Reports about this player
admin-reports-here = Reports about this table

## People

admin-who = Who are you looking for?
admin-who-hint = The name of an account, or a table and a seat: k7mw2xqp4d01/B.
admin-find = Find
admin-standing = Status
admin-account = Account { $name }
admin-no-account = A guest, without an account
admin-is-muted = Muted
admin-is-suspended = Suspended
admin-nothing-in-force = Nothing is in force against them.
admin-network-unknown = They have not been here lately, so the network they play from is not known.
admin-mute = Mute
admin-mute-about = { $name } can play, but cannot write at any table. They see why, and until when.
admin-suspend = Suspend
admin-suspend-about = { $name } can read, sign in, and download or delete their data, but nothing else. At their tables they count as away, so that the others can let a bot play. They see why, and until when.
admin-network = Suspend their network
admin-network-about = Nobody can play or write from the network where { $name } last played, which may affect others too. You see its address only afterwards, in the list of sanctions.
admin-rename = Change the name
admin-rename-about = { $name } gets a new name, on their account and at all their tables, including running ones.
admin-new-name = New name (optional)
admin-new-name-hint = If you leave it empty, a name is made up.
admin-reset = Reset the password
admin-reset-about = Creates a code with which { $name } can set a new password. It works once, within one day, and is shown only to you. Make sure that it reaches the owner of the account and nobody else.
admin-code = With this code the owner of the account can set a new password. It works once, within one day, and is shown only here:

## Tables

admin-table-title = { $game }, table { $id }
admin-table-about = You see what spectators of this table see, and hidden cards only after the game. The audit log notes that you looked.
admin-public = public
admin-private = private
admin-hidden = not in the lobby
admin-watch = Watch it live
admin-in-words = The position in words
admin-log = The last lines of the log
admin-people-here = Who sits or sat here
admin-left = gone
admin-line-reported = reported
admin-hide = Take the table out of the lobby
admin-hide-about = Strangers no longer find it. Anybody who knows its address can still open it, and the game goes on.
admin-close = Close the table
admin-close-about = The game ends here for everybody, without a winner. This cannot be undone.

## Sanctions

admin-sanctions-in-force = In force
admin-sanctions-all = All
admin-sanctions-none = There are none.
admin-sanction = No. { $n }
admin-in-force = in force
admin-ended = ended
admin-lifted = lifted
admin-lift = Lift
admin-lift-about = From now on it no longer applies.
admin-measure-mute = muted
admin-measure-suspend = suspended
admin-measure-suspend-network = network suspended
admin-measure-hide-table = not in the lobby
admin-network-by-address = Suspend a network
admin-network-by-address-about = Nobody can play or write from there. Reading, signing in and deleting one’s own data still work.
admin-network-field = Network, such as 192.0.2.0/24

## Roles

admin-roles-about = Only admins grant and revoke roles. The last admin can be removed only on the server itself, or by deleting their own account.
admin-role = Role
admin-role-admin = admin
admin-role-moderator = moderator
admin-role-admin-about = everything, roles and networks included
admin-role-moderator-about = everything but roles and networks
admin-grant = Grant a role
admin-revoke = Revoke the role
admin-revoke-about = From now on { $name } can no longer moderate.

## The audit log

admin-audit-about = Everything that moderators do is recorded here, and nothing can be changed or removed.
admin-audit-check = Check that it is unbroken
admin-audit-whole = { $n ->
    [one] The log is unbroken: 1 entry. The hash of the last one, to compare with later:
   *[other] The log is unbroken: { $n } entries. The hash of the last one, to compare with later:
}
admin-audit-broken = The log is broken: entry { $n } is missing or was changed.
admin-audit-number = No.
admin-audit-who = Who
admin-audit-what = What
admin-audit-whom = Target
admin-act-grant = granted a role
admin-act-revoke = revoked a role
admin-act-resolve = resolved a report
admin-act-view-table = looked at a table
admin-act-mute = muted
admin-act-suspend = suspended
admin-act-suspend-network = suspended a network
admin-act-lift = lifted a sanction
admin-act-rename = changed a name
admin-act-reset-password = reset a password
admin-act-close-table = closed a table
admin-act-hide-table = took a table out of the lobby

## What was done just now

admin-done-resolve = The report is resolved.
admin-done-mute = The player is muted.
admin-done-suspend = The player is suspended.
admin-done-suspend-network = The network is suspended.
admin-done-hide-table = The table is no longer in the lobby.
admin-done-close-table = The table is closed.
admin-done-lift = The sanction is lifted.
admin-done-rename = The player has a new name.
admin-done-grant = The role is granted.
admin-done-revoke = The role is revoked.
