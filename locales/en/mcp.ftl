### What the tools of `neuland mcp` tell language models.

mcp-game = { $name }: { $title }, { $least } to { $most } seats. Bots: { $bots }
mcp-table = Table { $table }: { $game }, version { $version }
mcp-seat-open = - { $seat }: open
mcp-seat-person = - { $seat }: { $name }
mcp-seat-stand-in = - { $seat }: { $name } is away, a bot ({ $kind }) plays
mcp-seat-bot = - { $seat }: { $name }, a bot ({ $kind })
mcp-seat-you = (you)
mcp-stage-waiting = The game begins when all seats are taken. People join at { $page } or with the code { $code }.
mcp-stage-playing = The game goes on. It can go on by: { $seats }. People look on at { $page }.
mcp-stage-over = The game is over. It was won by: { $seats }
mcp-stage-over-nobody = The game is over. Nobody won.
mcp-stage-closed = The table was closed before its game was over.
mcp-undo-asked = Seat { $seat } asks to take back its last action and everything after it. Answer with the tool answer_request.
mcp-close-asked = Seat { $seat } asks to close the table before its game is over. Answer with the tool answer_request.
mcp-no-tables = There are no tables.
mcp-you-decide = You have something to decide.
mcp-others-decide = You have nothing to decide now: follow the table.
mcp-nothing-new = Nothing has happened. The table is at version { $version }.
mcp-done = Done: { $action }. The table is at version { $version }.
mcp-actions-none = You have nothing to decide at version { $version }.
mcp-actions =
    { $total ->
        [one] One action at version { $version }:
       *[other] { $total } actions at version { $version }:
    }
mcp-actions-more =
    { $n ->
        [one] One more: list the actions with skip = { $skip }.
       *[other] { $n } more: list the actions with skip = { $skip }.
    }
mcp-choose = These are not all. Send "{ $verb }" and any { $count } of these cards: { $of }.
mcp-legal = { $action } is legal now.
mcp-no-clause = The rulebooks have no clause and no section { $clause }.
mcp-no-clause-with = No clause has all of these words: { $words }.
mcp-clauses-more =
    { $n ->
        [one] One more clause fits: search for more words.
       *[other] { $n } more clauses fit: search for more words.
    }
