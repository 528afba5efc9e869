### What the tools of `neuland mcp` tell language models.

mcp-game = { $name }: { $title }, { $least } to { $most } seats. Bots: { $bots }
mcp-table = Table { $table }: { $game }, version { $version }
mcp-seat-open = - { $seat }: open
mcp-seat-person = - { $seat }: { $name }
mcp-seat-stand-in = - { $seat }: { $name } is away, a bot ({ $kind }) plays
mcp-seat-bot = - { $seat }: { $name }, a bot ({ $kind })
mcp-seat-you = (you)
mcp-stage-waiting = The game begins when all seats are taken. People join at { $page } or with the code { $code }.
mcp-stage-playing = The game is in progress. To act: { $seats }. People can watch at { $page }.
mcp-stage-over = The game is over. Won by: { $seats }
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
mcp-choose = This list is not complete. Send "{ $verb }" and any { $count } of these cards: { $of }.
mcp-legal = { $action } is legal now.
mcp-no-clause = The rulebooks have no clause or section { $clause }.
mcp-no-clause-with = No clause has all of these words: { $words }.
mcp-clauses-more =
    { $n ->
        [one] One more clause matches: add words to narrow the search.
       *[other] { $n } more clauses match: add words to narrow the search.
    }

## Prompts: what a person asks a model for with one choice.

mcp-prompt-language = The language of the prompt, en or de
mcp-prompt-play-title = Play a game
mcp-prompt-play-about = Opens a table and plays a game to its end
mcp-prompt-play-game = The name of the game, as list_games gives it; { $game } if left out
mcp-prompt-play-bot = The bot to play against, as list_games gives it, or "open" to play with people; the strongest bot if left out
mcp-prompt-play =
    Play a game of { $title } with the tools of Neuland, to its end and as well as you can.

    1. Open a table: open_table with the game "{ $game }" and the seats { $seats }. Tell me the link, so that I can join or watch.
    2. Until the game is over: list_actions. If the list is empty, follow. Otherwise choose an action and act with the version of the list.
    3. Read the position with read_position before your first action, and whenever you need to know more than the answers say. If you are unsure about a rule, use look_up_clause or why_not.

    Give the reason for your important decisions in one sentence each. At the end, tell me the result and what decided the game.
mcp-prompt-explain-title = Explain the position
mcp-prompt-explain-about = Explains who is ahead at a table, why, and what can be done now
mcp-prompt-explain-table = The id of the table
mcp-prompt-explain =
    Explain the position at the Neuland table { $table }, which is attached as my seat knows it, to somebody who is learning the game.

    Say who is ahead and why, what each player seems to be after, and who decides now. If it is my decision, take list_actions, compare the best two or three actions, and say what each gains and risks. Name the clause of the rulebook behind every rule that matters (look_up_clause). Do not act.
