# Die Befehlszeile `neuland`: Hilfe, Bedienfehler, Überschriften.

cli-error = Fehler

## Hilfe. `cli-help-BEFEHL`, `cli-help-BEFEHL-ARGUMENT`.

cli-help-usage = Aufruf
cli-help-commands = Befehle
cli-help-command = BEFEHL
cli-help-arguments = Argumente
cli-help-options = Optionen
cli-help-help = Zeigt die Hilfe eines Befehls oder diese
cli-help-flag = Zeigt diese Hilfe
cli-help-version = Zeigt die Version
cli-help-lang = Sprache: en oder de; sonst NEULAND_LANG, sonst die des Systems

cli-help-default = [sonst: { $value }]

cli-help-neuland = Brettspiele genau nach den Spielregeln

cli-help-play = Startet den Server und öffnet den Browser; dasselbe wie neuland allein
cli-help-play-addr = Die Adresse mit Port, auf der der Server lauscht, oder eins von beiden allein
cli-help-play-data = Der Ordner, in dem die Tische aufbewahrt werden
cli-help-play-no_open = Öffnet den Browser nicht
cli-help-play-allow_host = Ein Name, unter dem Browser diesen Server erreichen, neben seiner Adresse und Namen des lokalen Netzes; mehrfach möglich
cli-help-play-bot_pause = Zeit, die sich Bots für einen Zug nehmen, in Millisekunden; 0 für keine [sonst: etwa 900]
cli-help-play-tiles = { cli-help-serve-tiles }
cli-help-play-test_seed = Startet den Server im Testmodus: Alles Zufällige folgt aus diesem Wort. Nur auf diesem Rechner und nur mit einem eigenen Datenordner
cli-help-play-external = Ein Bot in einem eigenen Prozess, der unter diesem Namen an Tischen sitzt: NAME=BEFEHL; mehrfach möglich (docs/bot-protocol.md)
cli-help-play-move_time = Höchste Bedenkzeit eines solchen Bots für eine Entscheidung, in Millisekunden
cli-help-play-on_fault = Folge, wenn ein solcher Bot versagt: resign (unser stärkster Bot spielt für ihn weiter) oder random (es wird zufällig gespielt)
cli-help-play-bot_places = Anzahl der Prozesse solcher Bots, die zugleich laufen; der am längsten nicht gefragte macht Platz
cli-help-play-bot_memory = Speicher, den jeder Prozess eines solchen Bots belegen darf, in MB
cli-help-play-bot_cpu = Rechenzeit, die jeder Prozess eines solchen Bots brauchen darf, in Sekunden
cli-help-play-bot_processes = Anzahl der Prozesse, die der Benutzer haben darf, unter dem ein solcher Bot läuft; wirkt nicht auf root

cli-help-serve = Startet den Server für den Dauerbetrieb: hinter einem Proxy, mit Protokoll, Messwerten und Grenzen
cli-help-serve-addr = Die Adresse mit Port, auf der der Server lauscht, oder eins von beiden allein
cli-help-serve-data = Der Ordner, in dem die Tische aufbewahrt werden
cli-help-serve-database = Die PostgreSQL-Datenbank, in der die Tische statt im Datenordner liegen, etwa postgres://neuland@localhost/neuland; das Passwort darf aus PGPASSWORD kommen
cli-help-serve-node_address = Die Adresse, unter der die anderen Knoten des Clusters diesen erreichen, in einem eigenen Netz, etwa http://10.0.0.2:8720; dann teilen sich mehrere Server die Datenbank
cli-help-serve-broker = Der NATS-Server, über den die Knoten einander sofort sagen, dass sich etwas geändert hat, etwa nats://neuland:passwort@broker.example; ohne ihn sagen sie es einander direkt
cli-help-serve-public_url = Die Adresse, unter der alle den Server erreichen, etwa https://neuland.example; Links für andere beginnen damit
cli-help-serve-name = Der Name des Servers, der auf seinen Seiten neben Neuland steht
cli-help-serve-trusted_proxy = Ein Proxy, dem X-Forwarded-For und X-Forwarded-Proto geglaubt werden: eine Adresse oder ein Netz wie 10.0.0.0/8; mehrere durch Kommas getrennt
cli-help-serve-metrics_addr = Die Adresse, unter der Prometheus /metrics liest, getrennt von den Seiten; ohne Angabe gar nicht
cli-help-serve-log_level = Stufe des Protokolls: error, warn, info, debug (jede Anfrage) oder trace
cli-help-serve-log_format = Form der Protokollzeilen: text oder json
cli-help-serve-bot_pause = Zeit, die sich Bots für einen Zug nehmen, in Millisekunden; 0 für keine [sonst: etwa 900]
cli-help-serve-tiles = Eine Datei mit der Schachtel von Mayflower, die der Server kennt: Arten von Karten, die in der Liste fehlen, und wie viele Karten jeder Art es gibt
cli-help-serve-log_version = Liest Protokolle bis zu diesem Format, wie ein Knoten einer früheren Version
cli-help-serve-test_seed = { cli-help-play-test_seed }
cli-help-serve-bot_threads = Anzahl der Bots, die zugleich nachdenken [sonst: einer je Prozessorkern]
cli-help-serve-external = { cli-help-play-external }
cli-help-serve-move_time = { cli-help-play-move_time }
cli-help-serve-on_fault = { cli-help-play-on_fault }
cli-help-serve-bot_places = { cli-help-play-bot_places }
cli-help-serve-bot_memory = { cli-help-play-bot_memory }
cli-help-serve-bot_cpu = { cli-help-play-bot_cpu }
cli-help-serve-bot_processes = { cli-help-play-bot_processes }
cli-help-serve-work_threads = Anzahl der Seiten, Bilder und Wiederholungen, die zugleich entstehen [sonst: eine je Prozessorkern, mindestens zwei]
cli-help-serve-work_queue = Anzahl der Seiten, Bilder und Wiederholungen, die darauf warten; weitere werden für einen Moment abgewiesen
cli-help-serve-analyses = Anzahl der beendeten Partien, die der Trainer zugleich analysiert; 0 schaltet ihn ab
cli-help-serve-cost = Rechenzeit, die der Server in einer Sekunde für eine Adresse oder Person aufwendet
cli-help-serve-cost_burst = Rechenzeit, die eine Adresse oder Person nach einer Pause auf einmal bekommt
cli-help-serve-table_cost = Rechenzeit, die der Server in einer Sekunde für einen Tisch aufwendet
cli-help-serve-table_cost_burst = Rechenzeit, die ein Tisch nach einer Pause auf einmal bekommt
cli-help-serve-tables = Tische zugleich im Speicher; ruhende machen Platz
cli-help-serve-close_after = Tage, an denen niemand da war, bevor ein Tisch geschlossen wird und seine Würfel offengelegt werden; 0 schließt keinen
cli-help-serve-new_tables = Tische, die eine Adresse in einer Stunde eröffnen darf
cli-help-serve-open_tables = Partien einer Person, die noch nicht zu Ende sind
cli-help-serve-open_tables_per_address = Partien von einer Adresse, die noch nicht zu Ende sind
cli-help-serve-public_tables = Öffentliche Tische einer Person, die auf Mitspieler warten
cli-help-serve-public_tables_per_address = Öffentliche Tische von einer Adresse, die auf Mitspieler warten
cli-help-serve-public_absence = Zeit, die ein öffentlicher Tisch, der auf Mitspieler wartet, in der Liste steht, ohne dass jemand da ist
cli-help-serve-disk_per_day = MiB, die für eine Adresse an einem Tag auf die Platte geschrieben werden
cli-help-serve-archive_after = Tage ohne neuen Eintrag, nach denen ein beendeter Tisch in eine komprimierte Archivdatei wandert, wo man ihn weiter ansehen und nachspielen kann; 0 für nie
cli-help-serve-guest_tables = Tage ohne neuen Eintrag, nach denen ein Tisch gelöscht wird, an dem kein Konto sitzt und keine Partie läuft; 0 für nie
cli-help-serve-site = Ein Ordner mit Seiten des Betreibers: contact.en.md, contact.de.md, notice.en.md, notice.de.md
cli-help-serve-connections = Verbindungen insgesamt
cli-help-serve-connections_per_address = Verbindungen einer Adresse; Proxys, denen geglaubt wird, zählen nicht
cli-help-serve-requests_per_second = Anfragen einer Adresse je Sekunde, im Mittel
cli-help-serve-burst = Anfragen einer Adresse auf einmal, nach einer Pause
cli-help-serve-streams = Ereignisströme einer Adresse
cli-help-serve-body = Höchstgröße einer Anfrage, in Bytes
cli-help-serve-request_timeout = Höchstdauer einer Anfrage, in Sekunden
cli-help-serve-stalled_timeout = Höchste Zeit, in der ein Empfänger nichts von den gesendeten Daten abnimmt, in Sekunden
cli-help-serve-drain_timeout = Zeit, die das, was gerade läuft, beim Anhalten noch dauern darf, in Sekunden

cli-help-mcp = Gibt Sprachmodellen Werkzeuge zum Spielen: ein Server des Model Context Protocol (docs/mcp.md)
cli-help-mcp-server = Die Adresse eines Neuland-Servers, der schon läuft, etwa http://127.0.0.1:7170; ohne sie startet hier einer
cli-help-mcp-addr = { cli-help-play-addr }
cli-help-mcp-data = { cli-help-play-data }
cli-help-mcp-bot_pause = { cli-help-play-bot_pause }
cli-help-mcp-listen = Die Adresse, unter der Programme die Werkzeuge über HTTP erreichen, statt über Standardeingabe und -ausgabe; von anderen Rechnern aus nur mit Token in NEULAND_MCP_TOKENS
cli-help-mcp-allow_host = Ein Name, unter dem die Werkzeuge über HTTP erreicht werden; mehrfach möglich
cli-help-mcp-allow_origin = Der Ursprung von Seiten, die die Werkzeuge über HTTP benutzen dürfen, etwa http://localhost:*; mehrfach möglich
cli-help-mcp-external = { cli-help-play-external }
cli-help-mcp-move_time = { cli-help-play-move_time }
cli-help-mcp-on_fault = { cli-help-play-on_fault }
cli-help-mcp-bot_places = { cli-help-play-bot_places }
cli-help-mcp-bot_memory = { cli-help-play-bot_memory }
cli-help-mcp-bot_cpu = { cli-help-play-bot_cpu }
cli-help-mcp-bot_processes = { cli-help-play-bot_processes }

cli-help-backup = Sichert alle Tische in eine Datei und liest sie zur Probe; ein Server darf dabei weiterlaufen
cli-help-backup-data = Der Ordner, in dem die Tische aufbewahrt werden
cli-help-backup-output = Die Zieldatei, die es noch nicht geben darf, oder ein Ordner; dann wird sie nach der Zeit benannt
cli-help-backup-keep = Löscht alle Sicherungen in diesem Ordner bis auf die letzten N

cli-help-restore = Prüft eine Sicherung und legt sie in einen Datenordner
cli-help-restore-file = Die Sicherung
cli-help-restore-data = Der Ordner, in dem die Tische aufbewahrt werden sollen
cli-help-restore-replace = Legt Tische beiseite, die dort schon sind; sonst bleiben sie unberührt

cli-help-migrate = Kopiert alles aus einem Datenordner in eine PostgreSQL-Datenbank oder zurück und vergleicht beide; kein Server darf sie dabei benutzen
cli-help-migrate-from = Wo alles liegt: ein Datenordner oder eine Datenbank wie postgres://neuland@localhost/neuland
cli-help-migrate-to = Wohin es soll: ein Ordner oder eine Datenbank, leer oder mit dem, was eine abgebrochene Kopie hinterlassen hat
cli-help-worker = Denkt für die Bots eines Clusters nach, in einem eigenen Prozess: für die, die suchen, und nur solange er läuft
cli-help-worker-database = Die PostgreSQL-Datenbank des Clusters, etwa postgres://neuland@localhost/neuland; das Passwort darf aus PGPASSWORD kommen
cli-help-worker-broker = Der NATS-Server des Clusters, über den der Prozess sofort erfährt, dass ein Bot am Zug ist; ohne ihn sieht er viermal in der Sekunde in der Datenbank nach
cli-help-worker-threads = { cli-help-serve-bot_threads }
cli-help-worker-log_level = Stufe des Protokolls: error, warn, info, debug (jede Entscheidung) oder trace
cli-help-worker-log_format = { cli-help-serve-log_format }

cli-help-simulate = Lässt Bots gegeneinander spielen und zählt ihre Siege
cli-help-simulate-game = Das Spiel, etwa catan
cli-help-simulate-players = Plätze am Tisch [sonst: so viele, wie Bots genannt sind, oder 4]
cli-help-simulate-bots = Bots für die Plätze A, B, …; ein Name allein gilt für alle Plätze [sonst: der stärkste Bot des Spiels auf jedem Platz]
cli-help-simulate-external = Ein Bot in einem eigenen Prozess, den --bots nennt; mehrfach möglich
cli-help-simulate-move_time = Bedenkzeit, die ein Bot in einem eigenen Prozess für eine Entscheidung hat, in Millisekunden
cli-help-simulate-on_fault = Folge eines Fehlers eines solchen Bots: forfeit (Aufgabe), random (Neuland spielt zufällig weiter) oder resign (Neuland spielt gut weiter, die Partie zählt als verloren)
cli-help-simulate-bot_memory = Speicher jedes Prozesses eines solchen Bots, in Megabyte [sonst: unbegrenzt]
cli-help-simulate-bot_cpu = Rechenzeit jedes Prozesses eines solchen Bots, in Sekunden [sonst: unbegrenzt]
cli-help-simulate-bot_processes = Anzahl der Prozesse, die der Benutzer haben darf, unter dem ein solcher Bot läuft [sonst: unbegrenzt]
cli-help-simulate-games = Anzahl der Partien
cli-help-simulate-seed = Der Startwert der Reihe: derselbe Startwert ergibt dieselben Partien
cli-help-simulate-threads = Anzahl der Threads, die spielen [sonst: einer je Prozessorkern]
cli-help-simulate-options = Eine Regel des Spiels, zum Beispiel discard_limit=9; mehrfach möglich
cli-help-simulate-tiles = Eine Datei mit der eigenen Schachtel von Mayflower: Arten von Karten, die in der Liste fehlen, und wie viele Karten jeder Art es gibt
cli-help-simulate-rotate = Lässt jeden Bot von Partie zu Partie einen Platz weiterrücken, damit kein Platz einen bevorzugt
cli-help-simulate-records = Schreibt jede Partie als Aufzeichnung in diesen Ordner
cli-help-simulate-times = Misst, wie lange jeder Bot für eine Entscheidung braucht
cli-help-simulate-progress = Zeigt in der Standardfehlerausgabe, wie viele Partien gespielt sind; an einem Terminal geschieht das ohnehin
cli-help-simulate-json = Gibt ein einziges JSON-Objekt aus

cli-help-match = Lässt Bots mit wechselnden Plätzen und gleichen Startwerten gegeneinander spielen und bewertet das Ergebnis
cli-help-match-game = Das Spiel, etwa catan
cli-help-match-bots = Die Bots, durch Kommas getrennt; all sind alle Bots des Spiels
cli-help-match-external = Ein Bot in einem eigenen Prozess, den --bots nennt; mehrfach möglich
cli-help-match-seats = Plätze an jedem Tisch [sonst: 2; mit --format one so viele wie Bots]
cli-help-match-format = Paarungen: one (der erste gegen die übrigen), half (zwei Bots mit je der Hälfte der Plätze), round-robin (jeder gegen jeden)
cli-help-match-games = Anzahl der Partien, aufgerundet, sodass jeder Bot gleich oft auf jedem Platz sitzt [sonst: 1000; mit --sprt höchstens 20000]
cli-help-match-sprt = Spielt, bis ein Folgetest entscheidet, ob der erste Bot um ELO0 oder um ELO1 stärker ist
cli-help-match-alpha = Wie oft der Test irrtümlich ELO1 annehmen darf
cli-help-match-beta = Wie oft der Test irrtümlich ELO0 annehmen darf
cli-help-match-move_time = Bedenkzeit, die ein Bot in einem eigenen Prozess für eine Entscheidung hat, in Millisekunden
cli-help-match-on_fault = Folge eines Fehlers eines solchen Bots: forfeit (Aufgabe), random (Neuland spielt zufällig weiter) oder resign (Neuland spielt gut weiter, die Partie zählt als verloren)
cli-help-match-bot_memory = Speicher jedes Prozesses eines solchen Bots, in Megabyte [sonst: unbegrenzt]
cli-help-match-bot_cpu = Rechenzeit jedes Prozesses eines solchen Bots, in Sekunden [sonst: unbegrenzt]
cli-help-match-bot_processes = Anzahl der Prozesse, die der Benutzer haben darf, unter dem ein solcher Bot läuft [sonst: unbegrenzt]
cli-help-match-seed = Der Startwert des Wettkampfs: derselbe Startwert ergibt dieselben Partien
cli-help-match-threads = Anzahl der Threads, die spielen; das Ergebnis hängt nicht davon ab [sonst: einer je Prozessorkern]
cli-help-match-options = Eine Regel des Spiels, zum Beispiel discard_limit=9; mehrfach möglich
cli-help-match-tiles = { cli-help-simulate-tiles }
cli-help-match-luck = Misst das Glück jeder Partie und rechnet es aus dem Ergebnis heraus
cli-help-match-times = Zeigt, wie lange es dauerte und wie lange jeder Bot für seine Entscheidungen brauchte
cli-help-match-records = Schreibt jede Partie als Aufzeichnung in diesen Ordner
cli-help-match-journal = Schreibt jede fertige Gruppe von Partien in diese Datei; derselbe Befehl macht dort weiter, wo er unterbrochen wurde
cli-help-match-report = Schreibt das Ergebnis mit Diagrammen in diese HTML-Datei
cli-help-match-progress = { cli-help-simulate-progress }
cli-help-match-json = Gibt ein einziges JSON-Objekt aus

cli-help-bot = Lässt einen der Bots über Standardein- und -ausgabe spielen, für Gastgeber, die das Bot-Protokoll sprechen
cli-help-bot-name = Der Bot, etwa settler
cli-help-bot-game = Das Spiel, etwa catan [sonst: jedes, das diesen Bot hat]
cli-help-bot-check = Prüft, ob ein Bot sich an das Bot-Protokoll hält
cli-help-bot-check-command = Die Befehlszeile des Bots, in Anführungszeichen: "python3 my_bot.py"
cli-help-bot-check-games = Die Spiele, die gespielt werden, durch Kommas getrennt [sonst: alle, die der Bot spielt]
cli-help-bot-check-seed = Der Startwert der Prüfung: derselbe Startwert ergibt dieselben Partien
cli-help-bot-check-move_time = Höchste Bedenkzeit des Bots für eine Entscheidung, in Millisekunden
cli-help-bot-check-json = Gibt ein einziges JSON-Objekt aus

cli-help-games = Zeigt die Spiele mit ihren Plätzen und Optionen, oder erklärt eines davon
cli-help-games-game = Ein Spiel, etwa catan, mit der Bedeutung aller Werte seiner Optionen
cli-help-games-json = Gibt ein einziges JSON-Objekt aus

cli-help-replay = Spielt eine Aufzeichnung nach, prüft sie und zeigt eine Stellung daraus
cli-help-replay-file = Die Aufzeichnung (.neuland); - liest die Standardeingabe
cli-help-replay-at = Die Stellung nach N Schritten statt der letzten
cli-help-replay-json = Gibt ein einziges JSON-Objekt aus
cli-help-replay-seat = Mit --json: was dieser Platz wissen darf, und nicht mehr

cli-help-analyse = Teilt die Ergebnisse beendeter Partien in Glück und Können auf
cli-help-analyse-files = Aufzeichnungen (.neuland) beendeter Partien; - liest die Standardeingabe
cli-help-analyse-deep = Vergleicht jede auffällige Entscheidung durch Probespiele mit höchstens NODES Knoten
cli-help-analyse-journal = Hält in dieser Datei fest, was gemessen ist; derselbe Befehl macht dort weiter
cli-help-analyse-threads = { cli-help-simulate-threads }
cli-help-analyse-svg = Zeichnet die Gewinnchancen der Partie in diese Datei
cli-help-analyse-card = Zeichnet Glück und Können der Partie als Karte in diese Datei
cli-help-analyse-json = Gibt ein einziges JSON-Objekt aus

cli-help-ratings = Prüft oder berechnet die Ergebnisse, aus denen die Wertungen folgen
cli-help-ratings-action = check vergleicht die gespeicherten Ergebnisse mit den Protokollen, auch während der Server läuft; recompute ersetzt abweichende, bei angehaltenem Server
cli-help-ratings-data = Der Datenordner
cli-help-ratings-database = Die Datenbank, in der die Tische statt im Datenordner liegen
cli-help-person = Zeigt oder löscht, was über eine Person gespeichert ist
cli-help-person-action = export gibt alles Gespeicherte als JSON aus, auch während der Server läuft; delete löscht das Konto und alles, was seinen Besitzer nennt, bei angehaltenem Server
cli-help-person-who = Der Name eines Kontos, oder ein Tisch und ein Platz, etwa k7mw2xqp4d01/B
cli-help-person-data = Der Datenordner
cli-help-person-database = Die Datenbank, in der die Tische statt im Datenordner liegen
cli-help-person-yes = Fragt nicht nach
cli-help-verify = Prüft, ob die Würfel einer Aufzeichnung fair waren
cli-help-verify-file = Die Aufzeichnung (.neuland) einer beendeten Partie; - liest die Standardeingabe
cli-help-verify-json = Gibt ein einziges JSON-Objekt mit jeder Ziehung aus

cli-help-cases = Prüft Falldateien und sagt, welche Fälle stimmen
cli-help-cases-files = Falldateien (.cases) oder Ordner damit; - liest die Standardeingabe
cli-help-cases-json = Gibt ein einziges JSON-Objekt aus

cli-help-draw = Zeichnet eine Stellung aus einer Aufzeichnung oder einer Datei oder die Arten der Karten in einer Schachtel
cli-help-draw-file = Eine Aufzeichnung (.neuland), eine Stellung (JSON) oder eine Falldatei (.cases); - liest die Standardeingabe
cli-help-draw-at = Die Stellung nach N Schritten: einer Aufzeichnung statt der letzten, eines Falls statt der ersten
cli-help-draw-kinds = Zeichnet statt einer Stellung die Arten der Karten in der Schachtel von GAME, mit ihren Namen und Anzahlen
cli-help-draw-case = Der Fall einer Falldatei statt des ersten
cli-help-draw-output = Das Bild, das geschrieben wird: x.svg oder x.png
cli-help-draw-theme = Die Farben: light (hell) oder dark (dunkel)
cli-help-draw-tiles = { cli-help-simulate-tiles }
cli-help-draw-width = Breite in Pixeln, für .png [sonst: 1200]
cli-help-draw-coordinates = Schreibt die Namen der Felder, Kreuzungen und Wege dazu

cli-help-rules = Liest aus dem Regelwerk vor: einen Regelpunkt, ein Kapitel oder die Liste der Kapitel
cli-help-rules-name = Ein Regelpunkt (CATAN-ROB-5) oder ein Spiel (catan); ohne Angabe die Liste der Kapitel
cli-help-rules-json = Gibt ein einziges JSON-Objekt aus

cli-help-completions = Gibt das Skript aus, mit dem eine Shell diese Befehlszeile ergänzt
cli-help-completions-shell = Die Shell: bash, elvish, fish, powershell oder zsh

cli-help-man = Schreibt die Handbuchseiten, eine je Befehl
cli-help-man-folder = Der Ordner, in den sie geschrieben werden, etwa ~/.local/share/man/de/man1
cli-man-name = Bezeichnung
cli-man-description = Beschreibung

cli-help-help-of = Ein Befehl, etwa simulate, und wo er selbst Befehle hat, einer davon: admin mute

## Bedienfehler

cli-usage-unknown = { $arg } ist hier kein Argument
cli-usage-subcommand = den Befehl { $name } gibt es nicht
cli-usage-no-value = { $arg } braucht einen Wert
cli-usage-value = { $value } ist kein Wert von { $arg }
cli-usage-value-of = { $value } ist kein Wert von { $arg }; möglich sind { $valid }
cli-usage-value-because = { $value } ist kein Wert von { $arg }: { $why }
cli-usage-at-least = hier gehört eine ganze Zahl ab { $least } hin
cli-usage-range = hier gehört eine ganze Zahl von { $least } bis { $most } hin
cli-usage-seed = ein Startwert ist eine ganze Zahl mit höchstens 15 Ziffern oder besteht aus 16 Hexadezimalziffern
cli-usage-elos = hier gehören zwei Elo-Differenzen hin, die kleinere zuerst, etwa 0,10
cli-usage-probability = hier gehört eine Zahl zwischen 0 und 1 hin
cli-usage-missing = es fehlt etwas: { $arg }
cli-usage-conflict = { $arg } geht so nicht: doppelt angegeben oder zusammen mit etwas, das es ausschließt
cli-usage-utf8 = ein Argument ist kein gültiges UTF-8
cli-usage-no-command = es fehlt ein Befehl
cli-usage-near = Ist { $near } gemeint?
cli-usage-more = Mehr dazu: { $command } --help

## play

cli-external-form = `{ $text }` ist kein Bot: Schreibe NAME=BEFEHL, etwa --bot maulwurf="python3 maulwurf.py"
cli-external-start = der Bot { $name } kann nicht spielen, an den Tischen fehlt er: { $why }

cli-mcp-plays-at = Menschen und Modelle spielen unter { $url }
cli-mcp-listens = Die Werkzeuge sind unter { $url }
cli-mcp-runs-already = Um an dem Server zu spielen, der schon läuft: neuland mcp --server { $url }
cli-mcp-one-token = { $name } enthält mehrere Token, und über Standardeingabe und -ausgabe spielt nur eine Person: Lass nur eines davon übrig

cli-play-at = Neuland ist unter { $url } zu finden
cli-play-data = Die Tische liegen in { $folder }
cli-play-alone = Nur dieser Rechner kommt herein. So kommen auch andere in deinem Netz herein: neuland play --addr { $addr }
cli-play-others = Andere in deinem Netz kommen unter { $url } herein
cli-play-stop = Strg-C hält den Server an; jede Partie geht beim nächsten Start da weiter, wo sie war.
cli-play-address = hierher gehört eine Adresse wie 0.0.0.0:7170 oder ein Port allein
cli-play-port-taken = auf { $addr } lauscht schon etwas, vielleicht ein anderes Neuland: Sieh unter { $url } nach, oder wähle einen anderen Port: --addr { $next }
cli-play-cannot-listen = auf { $addr } lässt sich nicht lauschen: { $why }. Wähle mit --addr eine andere Adresse
cli-serve-node-address = { $addr } ist für andere Knoten nicht zu erreichen: { $why }. Nenne mit --node-address eine Adresse dieses Rechners
cli-play-in-use = { $path } wird von einem anderen Programm benutzt ({ $by }). Halte es an, oder wähle mit --data einen anderen Ordner
cli-play-damaged = { $path } ist beschädigt oder keine Ablage von Neuland ({ $why }). Leg die Datei beiseite oder eine Sicherung an ihre Stelle, und starte neu
cli-play-newer = { $path } hat ein neueres Neuland geschrieben (Format { $version }). Nimm dieses, oder wähle mit --data einen anderen Ordner
cli-play-full = der Datenträger ist voll: { $path } kann nicht wachsen. Gespeichertes ist nicht verloren; schaffe Platz und starte neu
cli-play-io = { $path } ist nicht benutzbar: { $why }. Prüfe, ob es den Ordner gibt und darin geschrieben werden darf, oder wähle mit --data einen anderen

## serve, backup, restore

cli-serve-public = Alle kommen unter { $url } herein
cli-serve-metrics = Prometheus liest { $url }
cli-serve-stop = Strg-C oder SIGTERM hält den Server an, sobald fertig ist, was gerade läuft; ein zweites Mal sofort.
cli-serve-metrics-taken = auf { $addr } lauscht schon etwas, wo die Messwerte sein sollten: Wähle mit --metrics-addr eine andere Adresse
cli-serve-name = hierher gehört ein Name aus höchstens { $most } Zeichen
cli-serve-site-unreadable = { $path } (aus --site) lässt sich nicht lesen: { $why }
cli-serve-site-no-page = in { $path } (aus --site) ist keine Seite: Leg ein contact.de.md oder ein notice.de.md hinein
cli-serve-site-unknown = { $path } ist keine der Seiten des Betreibers: sie heißen contact oder notice, dann .en.md oder .de.md
cli-serve-site-large = { $path } hat mehr als { $most } Bytes: Kürze die Seite
cli-serve-site-not-utf8 = { $path } ist nicht UTF-8: Speichere die Datei in dieser Kodierung
cli-serve-site-empty = { $path } ist leer: Schreib etwas hinein, oder lösche die Datei
cli-serve-network = hierher gehört eine IP-Adresse oder ein Netz wie 10.0.0.0/8
cli-serve-url = hierher gehört eine Adresse wie https://neuland.example, ohne Pfad
cli-serve-bad-node-address = die Adresse eines Knotens hat die Form http://HOST:PORT, etwa http://10.0.0.2:8720
cli-serve-bad-broker = die Adresse eines Brokers hat die Form nats://NAME:PASSWORT@HOST:PORT und darf mit ?tls=disable oder ?tlsca=DATEI enden

cli-backup-done = Alle Tische sind in { $file }
cli-backup-checked = { $tables ->
    [one] { $tables } Tisch
   *[other] { $tables } Tische
} mit { $entries } Einträgen, { $size } KiB; die Sicherung wurde gelesen und jede Partie nachgespielt.
cli-backup-archived = { $archived ->
    [one] { $archived } davon liegt in einer Archivdatei
   *[other] { $archived } davon liegen in Archivdateien
} in { $folder }, { $copied ->
    [0] keine davon ist neu
    [one] eine davon ist neu
   *[other] { $copied } davon sind neu
}; lass diesen Ordner neben der Sicherung.
cli-backup-forgot = { $count ->
    [one] { $count } ältere Sicherung wurde
   *[other] { $count } ältere Sicherungen wurden
} gelöscht.
cli-backup-keep = --keep braucht einen Ordner, und { $output } ist keiner
cli-backup-exists = { $file } gibt es schon und wird nicht überschrieben. Nenne eine andere Datei
cli-backup-no-tables = in { $folder } sind keine Tische. Nenne den Datenordner mit --data
cli-backup-damaged = { $file } ist beschädigt oder keine Ablage von Neuland ({ $why }). Es wurde nichts verändert
cli-backup-full = der Datenträger ist voll: { $file } lässt sich nicht schreiben. Es wurde nichts verändert; schaffe Platz und versuche es noch einmal
cli-backup-io = { $file } ist nicht benutzbar: { $why }. Es wurde nichts verändert; prüfe, ob es den Ordner gibt und darin geschrieben werden darf
cli-backup-spoilt = { $count ->
    [one] ein Tisch lässt sich nicht nachspielen; er ist in der Sicherung, wie er gespeichert war:
   *[other] { $count } Tische lassen sich nicht nachspielen; sie sind in der Sicherung, wie sie gespeichert waren:
}
cli-migrate-table = { $table }: { $rows } Zeilen, in beiden gleich
cli-migrate-done = Alles aus { $from } liegt jetzt auch in { $to }; die Quelle ist unverändert
cli-migrate-different = { $to } weicht in der Tabelle „{ $table }“ nach { $rows } Zeilen von der Quelle ab. Entweder war das Ziel nicht leer, oder die Quelle hat sich seit Beginn der Kopie geändert: Leere das Ziel, und beginne von vorn
cli-worker-runs =
    { $n ->
        [one] Denkt für die Bots des Clusters in { $database } nach, jeweils für einen
       *[other] Denkt für die Bots des Clusters in { $database } nach, für { $n } zugleich
    }
cli-worker-stop = Strg-C oder SIGTERM hält ihn an, sobald fertig ist, was Bots gerade entscheiden; ein zweites Mal sofort.
cli-restore-done = { $file } liegt jetzt in { $folder }
cli-restore-moved = Was dort war, ist jetzt { $file }
cli-restore-has-tables = in { $folder } sind schon Tische. Mit --replace werden sie beiseitegelegt; oder nenne mit --data einen anderen Ordner
cli-restore-in-use = { $folder } wird von einem anderen Programm benutzt ({ $by }). Halte es an, oder nenne mit --data einen anderen Ordner

## rules

cli-rules-chapters = Kapitel des Regelwerks. Ein Kapitel: neuland rules SPIEL; ein Regelpunkt: neuland rules REGELPUNKT.
cli-rules-builds-on = Soweit hier nichts anderes steht, gelten die Regeln von { $game }: neuland rules { $name }
cli-rules-clauses = { $clauses ->
    [one] { $clauses } Regelpunkt
   *[other] { $clauses } Regelpunkte
}
cli-rules-unknown = { $name } ist weder ein Regelpunkt noch ein Spiel
cli-rules-near = Ähnlich heißen: { $near }
cli-rules-games = Die Spiele heißen { $games }; ein Regelpunkt sieht so aus: CATAN-ROB-5

## Eine Stellung, wie replay sie zeigt

cli-position-setup = Vor dem ersten Zug.
cli-position-turn = Zug { $turn }, von { $name }.
cli-position-rolled = Gewürfelt: { $first } + { $second } = { $sum }.
cli-position-harbours = Häfen
cli-position-legend = (A) Siedlung, [A] Stadt, AA Straße von A; *H9* Räuber
cli-terrain-hills = Hügel
cli-terrain-forest = Wald
cli-terrain-pasture = Weide
cli-terrain-fields = Acker
cli-terrain-mountains = Gebirge
cli-terrain-desert = Wüste
cli-position-supply = Vorrat
cli-position-deck =
    { $cards ->
        [one] { $cards } Entwicklungskarte im Stapel
       *[other] { $cards } Entwicklungskarten im Stapel
    }
cli-position-offer = Offenes Angebot: { $give } gegen { $want }, an { $to }
cli-position-points =
    { $points ->
        [one] { $points } Punkt
       *[other] { $points } Punkte
    }
cli-position-hand = Hand
cli-position-development = Entwicklungskarten
cli-position-bought = { $cards } in diesem Zug gekauft
cli-position-knights = ausgespielte Ritter
cli-position-settlements = Siedlungen
cli-position-cities = Städte
cli-position-roads = Straßen
cli-position-road-length = längste eigene Straße
cli-position-longest-road = Längste Handelsstraße
cli-position-largest-army = Größte Rittermacht
cli-position-victory-cards = Siegpunktkarten
cli-position-rates = Seehandel
cli-position-owes = abzugebende Karten
cli-position-legend-knights = (A) Siedlung, [A] Stadt, <A> Metropole, AA Straße von A, A2 Ritter der Stärke 2, A2! aktiv; *H9* Räuber
cli-position-dice = Gewürfelt: rot { $red } + { $other } = { $sum }, und { $face }.
cli-position-ship = Das Barbarenschiff steht auf Feld { $space } von 7; Barbaren { $barbarians }, Ritter { $knights }.
cli-position-robber-waits = Vor dem ersten Angriff bewegt nichts den Räuber.
cli-position-decks = Fortschrittskarten in den Stapeln
cli-position-merchant = Händler
cli-position-revealed = aufgedeckt
cli-position-progress = Fortschrittskarten
cli-position-levels = Ausbauten
cli-position-knights-on-board = Ritter
cli-position-metropolises = Metropolen
cli-position-walls = Stadtmauern
cli-position-laid = umgelegte Städte
cli-position-defender = Retter Catans
cli-position-cranes = wartende Kräne
cli-position-fleet = Handelsflotte, 2:1

cli-phase-laying-out = Die Insel ist noch auszulegen.
cli-phase-chance = Der Zufall ist an der Reihe.
cli-phase-drawing-start = Es wird ausgelost, wer beginnt.
cli-phase-rolling-for-start = Es wird ausgewürfelt, wer beginnt.
cli-phase-founding-settlement = { $names } setzt eine Startsiedlung.
cli-phase-founding-road = { $names } setzt die Straße der neuen Siedlung.
cli-phase-before-roll = { $names } hat noch nicht gewürfelt.
cli-phase-rolling = Die Würfel von { $names } rollen.
cli-phase-discarding = Karten abgeben: { $names }.
cli-phase-moving-robber = { $names } versetzt den Räuber.
cli-phase-choosing-victim = { $names } wählt, wer bestohlen wird.
cli-phase-stealing = { $names } zieht eine Karte aus einer Hand.
cli-phase-building = Am Zug: { $names }.
cli-phase-free-roads = { $names } setzt kostenlose Straßen.
cli-phase-buying-card = { $names } zieht eine Entwicklungskarte.
cli-phase-over = Die Partie ist zu Ende; gewonnen: { $names }.
cli-phase-over-nobody = Die Partie ist zu Ende, niemand hat gewonnen.
cli-position-tiles =
    { $tiles ->
        [one] Eine Karte auf dem Tisch, nach Reihen
       *[other] { $tiles } Karten auf dem Tisch, nach Reihen
    }
cli-position-surveyors = Landvermesser in den Spalten { $west } und { $east }
cli-position-stack =
    { $tiles ->
        [one] Noch eine Karte
       *[other] Noch { $tiles } Karten
    }
cli-position-removed = Entfernt, weil nirgends anlegbar
cli-position-in-supply = im Vorrat
cli-position-followers =
    { $followers ->
        [one] ein Gefolgsmann
       *[other] { $followers } Gefolgsleute
    }
cli-position-figures = auf dem Tisch
cli-position-goods = Waren
cli-figure-builder = Baumeister
cli-figure-pig = Schwein
cli-good-wine = Wein
cli-good-grain = Getreide
cli-good-cloth = Tuch
cli-points-roads = Straßen
cli-points-cities = Städte
cli-points-monasteries = Klöster
cli-points-fields = Wiesen
cli-points-goods = Waren
cli-points-extra = Extrapunkte
cli-points-earlier = von vorher
cli-position-followers-mayflower =
    { $followers ->
        [one] ein Siedler
       *[other] { $followers } Siedler
    }
cli-points-roads-mayflower = Wege
cli-points-cities-mayflower = Städte
cli-points-monasteries-mayflower = Farmen
cli-points-fields-mayflower = Ebenen
cli-phase-drawing = { $name } zieht eine Karte.
cli-phase-placing = { $name } legt { $tile } an.
cli-phase-deploying = { $name } kann auf der Karte bei { $cell } eine Figur einsetzen.
cli-phase-offering-second =
    { $part ->
        [2] { $name } kann eine zweite Karte nehmen.
       *[other] { $name } kann eine weitere Karte nehmen.
    }
cli-phase-settling = { $name } sagt, was als Nächstes gewertet wird: { $places }.

## Dateien

cli-file-unreadable = { $file } lässt sich nicht lesen: { $why }
cli-file-unwritable = { $file } lässt sich nicht schreiben: { $why }
cli-file-exists = es gibt sie schon, und überschrieben wird nichts
cli-file-no-output = { $option } kann nicht auf die Standardausgabe schreiben; nötig ist eine Datei oder ein Ordner (./-, wenn der Name so lauten soll)
cli-file-not-found = die Datei oder den Ordner gibt es nicht
cli-file-forbidden = das System erlaubt es nicht
cli-file-is-a-folder = das ist ein Ordner; nötig ist eine Datei
cli-file-not-a-folder = ein Teil des Pfades ist kein Ordner
cli-file-in-the-way = { $folder } kann nicht der Datenordner sein: { $file } ist eine Datei. Wähle mit --data einen Ordner
cli-file-full = der Datenträger ist voll
cli-file-read-only = der Datenträger ist schreibgeschützt

cli-record-line = { $file }, Zeile { $line }: { $what }
cli-record-step = „{ $step }“ wird abgelehnt: { $why }
cli-record-io = die Aufzeichnung lässt sich nicht lesen: { $why }
cli-record-no-header = das ist keine Aufzeichnung; die erste Zeile muss ein Kopf sein wie {"{"}"neuland": 1, "game": "catan", "rules": 1, "options": {"{}"}, "seats": [null, null, null]{"}"}
cli-record-format = die Aufzeichnung hat die Formatversion { $found }, die dieses Programm nicht kennt; vielleicht kennt sie ein neueres
cli-record-cut-off = die Datei ist in dieser Zeile abgeschnitten; hole sie noch einmal von dort, woher sie kam ({ $why })
cli-record-not-json = die Zeile ist beschädigt oder abgeschnitten; sie ist kein JSON ({ $why })
cli-record-malformed = die Zeile hat nicht die Form, die hierher gehört: { $why }
cli-record-no-object = die Zeile ist JSON, aber kein Objekt in geschweiften Klammern
cli-record-seats-named = der Kopf muss 1 bis { $most } Plätze nennen (null für einen Platz ohne Namen), nicht { $named }
cli-record-no-seat = Platz { $seat } handelt, aber die Zahl der Plätze im Kopf ist { $seats }
cli-record-unknown-line = die Zeile ist weder eine Aktion {"{"}"seat": …, "do": …{"}"} noch ein Ausgang {"{"}"chance": …{"}"} noch das Ergebnis {"{"}"result": …{"}"}
cli-record-second-header = ein zweiter Kopf; jede Partie hat ihre eigene Datei
cli-record-too-long = die Zeile ist länger als { $limit } Bytes, und das ist keine Zeile einer Aufzeichnung
cli-record-after-result = die Aufzeichnung geht nach ihrem Ergebnis weiter; das Ergebnis ist die letzte Zeile
cli-record-not-over = die Aufzeichnung hat ein Ergebnis, aber die Partie ist hier nicht zu Ende
cli-record-result = die Aufzeichnung hat ein anderes Ergebnis als die Partie; richtig wäre { $right }
cli-record-rules = Regelversion { $rules } von { $game } ist unbekannt; dieses Programm kennt { $known }, ein neueres vielleicht mehr
cli-record-other-game = der Kopf nennt { $game }, aber dies sind Optionen von { $fits }: { $options }; dort gehört das Spiel hin, das gespielt wurde
cli-record-seats = der Kopf nennt eine andere Zahl von Plätzen ({ $named }), als die Partie nach ihren Optionen hat ({ $seats })
cli-record-options-differ = die Optionen sind nicht die der Stellung, mit der die Partie beginnt

## ratings

cli-ratings-agree =
    { $n ->
        [one] 1 gewertete Partie: ihr Ergebnis ist das des Protokolls.
       *[other] { $n } gewertete Partien: alle Ergebnisse sind die der Protokolle.
    }
cli-ratings-differ =
    { $n ->
        [one] das gespeicherte Ergebnis von 1 Tisch ist nicht das seines Protokolls ({ $tables }); halte den Server an und starte „neuland ratings recompute“
       *[other] die gespeicherten Ergebnisse von { $n } Tischen sind nicht die ihrer Protokolle ({ $tables }); halte den Server an und starte „neuland ratings recompute“
    }
cli-ratings-recomputed =
    { $n ->
        [one] Das Ergebnis von 1 Tisch wurde aus seinem Protokoll berichtigt: { $tables }.
       *[other] Die Ergebnisse von { $n } Tischen wurden aus ihren Protokollen berichtigt: { $tables }.
    }

## person

cli-person-who = hier gehört der Name eines Kontos hin, oder ein Tisch und ein Platz, etwa k7mw2xqp4d01/B
cli-person-nobody = niemand hat das Konto oder den Platz „{ $who }“ in { $data }
cli-person-sure = Das löscht alles, was „{ $who }“ in { $data } nennt, und lässt sich nicht rückgängig machen. Tippe „{ $yes }“, um fortzufahren:
# What is typed then.
cli-person-yes = ja
cli-person-kept = Nichts wurde gelöscht.
cli-person-deleted = Gelöscht: { $who }. Sicherungen, die vorher gemacht wurden, enthalten es noch.

## verify

cli-verify-commitment = Vor der Partie gezeigt: { $commitment }. Das offengelegte Geheimnis passt dazu.
cli-verify-seats = Plätze, die zu den Würfeln beigetragen haben: { $seats }.
cli-verify-nobody = Kein Platz hat zu den Würfeln beigetragen; sie beruhen auf dem Server allein.
cli-verify-done = { $draws ->
    [one] Die eine Ziehung stimmt mit den Würfeln überein.
   *[other] Alle { $draws } Ziehungen stimmen mit den Würfeln überein.
}
cli-verify-closed = { $why ->
    [agreement] Die Partie wurde vor ihrem Ende einvernehmlich geschlossen; mehr wurde nicht gezogen.
    [absence] Die Partie wurde vor ihrem Ende geschlossen, weil niemand mehr spielte; mehr wurde nicht gezogen.
    [opener] Die Partie wurde vor ihrem Ende von der Person geschlossen, die den Tisch eröffnet hatte; mehr wurde nicht gezogen.
   *[other] Die Partie wurde vor ihrem Ende vom Betreiber des Servers geschlossen; mehr wurde nicht gezogen.
}
cli-verify-not-closed = laut „closed“ in Zeile 1 wurde die Partie vor ihrem Ende geschlossen, die Aufzeichnung geht hier aber weiter, oder die Partie ist zu Ende
cli-verify-unfinished = die Aufzeichnung endet, bevor die Partie zu Ende ist: Ihr Schluss fehlt
cli-verify-stranger = der Beweis enthält eine Zahl von Platz { $seat }, den es in der Partie nicht gibt: Der Server könnte damit die Würfel ausgesucht haben
cli-verify-from-position = Die Partie beginnt in einer vorgegebenen Stellung, die nicht gezogen wurde: Bewiesen ist nur, was danach gezogen wurde.
cli-verify-no-proof = die Aufzeichnung enthält keinen Beweis für ihre Würfel: Sie stammt nicht von einem Tisch mit fairen Würfeln, oder die Partie war noch nicht zu Ende, als sie geschrieben wurde
cli-verify-unreadable = der Beweis in „fair“ ist nicht lesbar: { $why }
cli-verify-other-secret = das offengelegte Geheimnis gehört zu { $revealed }, vor der Partie wurde aber { $committed } gezeigt: Die Würfel können nachträglich gewählt worden sein
cli-verify-other = „{ $recorded }“ ist aufgezeichnet, die Würfel ergaben aber „{ $drawn }“

## replay

cli-replay-position = { $game }, Regelversion { $rules }. Stellung { $at } von { $steps }.
cli-replay-after = Zeile { $line }: { $step }.
cli-replay-no-seat = Platz { $seat } spielt nicht mit; die Partie hat { $seats } Plätze
cli-replay-at = --at { $at } liegt hinter dem Ende; { $file } hat die Stellungen 0 bis { $steps }
cli-replay-closed = Die Aufzeichnung ist in Ordnung; ihre Partie wurde vor ihrem Ende geschlossen.
cli-replay-unfinished = Die Aufzeichnung ist in Ordnung; ihre Partie wurde nicht beendet.
cli-replay-result = Die Aufzeichnung ist in Ordnung. Gewonnen: { $winners }. Punkte: { $points }.
cli-replay-no-winner = Die Aufzeichnung ist in Ordnung. Niemand hat gewonnen. Punkte: { $points }.

## draw

cli-draw-extension = { $file }: der Name des Bildes muss auf .svg oder .png enden
cli-draw-width = --width gilt nur für .png; ein .svg hat keine eigene Breite
cli-draw-title = Eine Partie { $game }
cli-draw-no-cases = { $file } ist keine Falldatei, --case findet darin also nichts
cli-draw-no-case = { $file } hat keinen Fall { $name }
cli-draw-neither = { $file } ist weder eine Aufzeichnung noch eine Stellung: { $why }
cli-draw-no-kinds = { $game } hat keine Karten; Spiele mit Karten sind { $games }
cli-draw-no-object = es ist JSON, aber kein Objekt in geschweiften Klammern
cli-draw-setup-at = --at zählt die Schritte einer Aufzeichnung, und { $file } ist eine Stellung; --at bitte weglassen
cli-draw-setup = die Stellung in { $file } kann es nicht geben:
    { $faults }

## games

cli-games-seats = { $least } bis { $most } Plätze
cli-games-options = Optionen, jede mit Voreinstellung, Regelpunkt und Werten (--set NAME=WERT):
cli-games-values = Werte: { $values }
cli-games-seat = wer auf diesem Platz sitzt
cli-games-unknown = das Spiel { $name } gibt es nicht; die Spiele heißen { $names }

## Optionen

cli-options-range = { $least } bis { $most }
cli-options-counts = Anzahlen wie { $example }, zusammen { $total }
cli-options-unknown = die Option { $name } gibt es nicht
cli-options-are = Die Optionen heißen { $names }
cli-options-value = { $value } ist kein Wert von { $name }; möglich sind: { $values }
cli-options-twice = { $name } ist doppelt angegeben; einmal genügt
cli-options-start-seat = Platz { $seat } soll beginnen, aber es gibt nur { $players } Plätze; wähle einen anderen Platz oder mehr Spieler

## cases

cli-case-no-clauses = ein Fall nennt die Regelpunkte, für die er steht: `clauses CATAN-ROAD-4 …`
cli-case-unknown-clause = das Regelwerk hat keinen Regelpunkt { $clause }
cli-case-no-checks = der Fall erwartet nichts
cli-case-position = diese Stellung kann es nicht geben: { $faults }
cli-case-position-accepted = die Stellung wird angenommen; sie sollte abgelehnt werden
cli-case-position-otherwise = die Stellung wird aus anderen Gründen abgelehnt: { $faults }
cli-case-differs = `{ $line }` gilt nicht: gefunden { $found }, erwartet { $wanted }
cli-case-not-so = `{ $line }` gilt nicht
cli-case-found = `{ $line }` gilt nicht; gefunden: { $found }
cli-case-allowed = `{ $action }` ist erlaubt; es sollte abgelehnt werden
cli-case-allowed-by = `{ $action }` ist erlaubt; { $clause } sollte es verbieten
cli-case-refused = `{ $action }` wird abgelehnt: { $why }
cli-case-refused-otherwise = `{ $action }` wird aus einem anderen Grund als { $clause } abgelehnt: { $why }
cli-case-unreadable = die Zeile ist nicht zu verstehen: { $message }
cli-case-unknown-line = „{ $line }“ ist keine Zeile eines Falls; docs/cases.md zählt sie auf
cli-case-engine = ein Fehler des Programms, nicht des Falls: { $message }
cli-cases-nothing = was geprüft werden sollte, enthält keinen Fall
cli-cases-none = { $folder } enthält keine Falldatei (*.cases)

## bot, bot-check

cli-bot-waits = Dieser Bot spricht das Protokoll aus docs/bot-protocol.md und wartet auf die erste Zeile eines Gastgebers; Strg-D beendet ihn.
cli-bot-ended = das Gespräch mit dem Gastgeber ist zu Ende: { $why }
cli-bot-check-bot = { $name } spielt { $games }
cli-bot-check-all-games = alle Spiele
cli-bot-check-pass = bestanden
cli-bot-check-warn = Warnung
cli-bot-check-fail = FEHLER
cli-bot-check-skip = nicht geprüft
cli-bot-check-scene = in { $game }, auf Platz { $seat } von { $seats }
cli-bot-check-games =
    { $whole ->
        [one] Eine ganze Partie,
       *[other] { $whole } ganze Partien,
    } { $cut } wegen Zeit oder Länge abgebrochen; { $seconds } s insgesamt.
cli-bot-check-times =
    { $count ->
        [one] Die einzige Entscheidung brauchte { $median } ms ({ $longest }).
       *[other] { $count } Entscheidungen brauchten je { $median } ms (Median) und höchstens { $longest } ms.
    }
cli-bot-check-summary = Prüfungen: { $passed } bestanden, { $warned } mit Warnungen, { $failed } gescheitert, { $skipped } nicht gemacht.

cli-bot-check-about-start = startet und stellt sich vor
cli-bot-check-about-flush = schickt jede Zeile sofort ab
cli-bot-check-about-messages = gibt nur Nachrichten aus, je Zeile eine
cli-bot-check-about-hello = hält sich beim Vorstellen an die Grenzen
cli-bot-check-about-version = wählt eine Version, die der Gastgeber spricht
cli-bot-check-about-games = nennt Spiele, die es gibt
cli-bot-check-about-ready = ist zu jedem Spiel, Platz und jeder Option bereit
cli-bot-check-about-answers = beantwortet jede Frage einmal und sagt sonst nichts
cli-bot-check-about-legal = wählt zulässige Aktionen
cli-bot-check-about-time = antwortet rechtzeitig
cli-bot-check-about-running = läuft, bis der Gastgeber ihn beendet
cli-bot-check-about-several-games = spielt eine Partie nach der anderen
cli-bot-check-about-position = spielt von einer Stellung aus
cli-bot-check-about-long-list = kommt mit langen Aktionslisten zurecht
cli-bot-check-about-open = kommt mit Aktionen zurecht, die nicht aufgezählt sind
cli-bot-check-about-unknown-fields = übergeht Felder, die er nicht kennt
cli-bot-check-about-unknown-types = übergeht Nachrichten, die er nicht kennt
cli-bot-check-about-blank-lines = übergeht Leerzeilen und Wagenrückläufe
cli-bot-check-about-long-lines = liest Zeilen bis 1 MiB
cli-bot-check-about-events = liest Ereignisse in beliebig vielen Nachrichten
cli-bot-check-about-pieces = liest Zeilen, die in Stücken ankommen
cli-bot-check-about-slow-host = wartet auf einen Gastgeber, der langsam liest
cli-bot-check-about-no-clock = spielt ohne Zeitgrenze
cli-bot-check-about-nulls = nimmt null für ein Feld, das fehlt
cli-bot-check-about-text = liest Texte in UTF-8
cli-bot-check-about-fault = macht weiter, wenn ihm ein Fehler gemeldet wird
cli-bot-check-about-broken-off = macht nach einer abgebrochenen Partie weiter
cli-bot-check-about-two-seats = spielt mit zwei Prozessen auf zwei Plätzen
cli-bot-check-about-remarks = hält sich bei Bemerkungen an die Grenzen
cli-bot-check-about-determinism = tut beim selben Startwert dasselbe
cli-bot-check-about-quit = endet, wenn der Gastgeber es sagt
cli-bot-check-about-end-of-input = endet mit seiner Eingabe

cli-bot-check-problem-crash = sein Prozess endete: { $how }
cli-bot-check-problem-crash-with-words = sein Prozess endete: { $how }; zuletzt schrieb er in die Standardfehlerausgabe: { $words }
cli-bot-check-problem-start-failure = er startete nicht: { $why }
cli-bot-check-problem-silence = er antwortete nicht innerhalb von { $ms } ms
cli-bot-check-problem-unread = er las seine Nachrichten { $ms } ms lang nicht
cli-bot-check-problem-garbage = er gab eine Zeile aus, die keine Nachricht ist: { $why }
cli-bot-check-problem-illegal-action = er wählte { $action }, was nicht zulässig ist: { $why } ({ $clause })
cli-bot-check-problem-no-action = er wählte { $action }, was keine Aktion ist: { $why }
cli-bot-check-problem-wrong-decision = er schickte, wonach niemand gefragt hatte: { $sent } (erwartet: { $expected })
cli-bot-check-problem-flood = er schickte { $bytes } Byte, nach denen niemand gefragt hatte
cli-bot-check-problem-too-long = er schickte eine Zeile von mehr als { $limit } Byte
cli-bot-check-problem-unflushed = seine Antwort kam erst, als seine Eingabe geschlossen wurde: Wird die Ausgabe nach jeder Zeile abgeschickt (flush)?
cli-bot-check-problem-no-line-feed = seiner Nachricht fehlt der Zeilenumbruch am Ende
cli-bot-check-problem-name-length = sein Name hat { $characters } Zeichen
cli-bot-check-problem-version = er spricht Version { $said }; der Gastgeber nannte { $offered }
cli-bot-check-problem-unknown-game = er spielt { $name }, ein Spiel, das dieses Programm nicht kennt
cli-bot-check-problem-plays-none = er spielt keines der Spiele dieses Programms
cli-bot-check-problem-not-played = er spielt { $game } nicht
cli-bot-check-problem-goes-on = sein Prozess lief nach { $ms } ms noch immer
cli-bot-check-problem-slow-end = sein Prozess endete nach { $ms } ms; ein Gastgeber wartet 500 ms
cli-bot-check-problem-other-action = in derselben Partie mit demselben Startwert war Entscheidung { $decision } einmal { $first } und dann { $second }
cli-bot-check-problem-other-after-game = nach einer anderen Partie im selben Prozess war Entscheidung { $decision } { $second } statt { $first }
cli-bot-check-problem-other-by-parts = mit den Ereignissen in anderen Nachrichten war Entscheidung { $decision } { $second } statt { $first }
cli-bot-check-problem-long-comment = eine Bemerkung hat { $characters } Zeichen; nach 1000 wird sie abgeschnitten
cli-bot-check-problem-many-candidates = er nannte { $count } Kandidaten; ab dem 65. fallen sie weg
cli-bot-check-problem-no-probability = eine Gewinnwahrscheinlichkeit ist { $value }; außerhalb von 0 bis 1 fällt die Bewertung weg

## simulate

cli-series-folder = der Ordner { $folder } lässt sich nicht anlegen: { $why }
cli-series-progress = {"{bar:40} {pos}"} von {"{len}"} Partien in {"{elapsed}"}, {"{per_sec}"}, noch {"{eta}"}
cli-series-line = { $played } von { $games } Partien nach { $seconds } s
cli-series-set = --set { $setting } ist nicht verständlich; richtig ist --set OPTION=WERT
cli-series-seats-twice = die Zahl der Plätze und --set players widersprechen sich; eines genügt
cli-series-bot = den Bot { $name } gibt es nicht; die Bots heißen { $names }
cli-box =
    { $file } beschreibt keine Schachtel von Mayflower:
    { $faults }
cli-box-game = --tiles betrifft die Schachtel von Mayflower; bei { $game } gibt es nichts zu beschreiben
cli-simulate-other = { $file } gehört zu einer anderen Reihe, die unterbrochen wurde; wiederhole deren Befehl, oder wähle einen anderen Ordner oder Startwert
cli-simulate-in-use = ein anderes Programm spielt dieselbe Reihe; es hält { $file }
cli-simulate-what = { $game }: { $bots }
cli-simulate-default = { $game }: { $bot } auf jedem der { $seats } Plätze, da kein Bot genannt ist (--bots)
cli-simulate-bots-for-seats = { $bots } Bots sind für { $seats } Plätze genannt; nötig ist einer je Platz oder einer für alle
cli-simulate-game = Partie { $number } der Reihe (Startwert { $seed }): { $why }
cli-report-series =
    { $games ->
        [one] { $games } Partie
       *[other] { $games } Partien
    } { $game } in { $seconds } s mit { $threads ->
        [one] { $threads } Thread
       *[other] { $threads } Threads
    }: { $games_per_second } Partien/s, { $actions_per_second } Aktionen/s
cli-report-cpu = { $seconds } s Rechenzeit, { $games } Partien je Sekunde davon
cli-report-lengths = eine Partie dauerte { $mean } Züge (Median { $median }, 90 % zwischen { $p5 } und { $p95 }, höchstens { $max }) und { $actions } Aktionen
cli-report-unfinished =
    { $games ->
        [one] { $games } Partie
       *[other] { $games } Partien
    } ohne Sieger
cli-report-bot = Bot
cli-report-seat = Platz
cli-report-name = Name
cli-report-wins = Siege
cli-report-share = Anteil
cli-report-interval = 95-%-Intervall
cli-report-points = Punkte
cli-report-times = { $name }: { $decisions } Entscheidungen, im Mittel { $mean } ms, höchstens { $max } ms

## match

cli-match-heading =
    { $game }, { $seats } Plätze: { $games ->
        [one] { $games } Partie
       *[other] { $games } Partien
    } in { $groups ->
        [one] { $groups } Gruppe
       *[other] { $groups } Gruppen
    } an { $tables ->
        [one] { $tables } Tisch
       *[other] { $tables } Tischen
    }, Startwert { $seed }
cli-match-lengths = eine Partie dauerte im Mittel { $turns } Züge und { $actions } Aktionen
cli-match-forfeited =
    { $games ->
        [one] { $games } Partie
       *[other] { $games } Partien
    } durch Aufgabe beendet
cli-match-faults = { $name }: { $lost } Partien durch Fehler verloren; Fehler: { $faults }
cli-match-first-fault = { $kind }, zuerst in Partie { $game } auf Platz { $seat }: { $message }
cli-match-bot-start =
    { $kind ->
        [start-failure] der Bot { $name } startet nicht, darum wurde nichts gespielt:
        [crash] der Bot { $name } endet vor dem Spiel, darum wurde nichts gespielt:
        [silence] der Bot { $name } antwortet nicht, darum wurde nichts gespielt:
       *[other] der Bot { $name } hält sich nicht an das Protokoll, darum wurde nichts gespielt:
    }
cli-match-column-name = Name
cli-match-column-games = Partien
cli-match-column-wins = Siege
cli-match-column-share = Anteil
cli-match-column-wilson = 95-%-Intervall
cli-match-column-elo = Elo
cli-match-column-elo-interval = 95-%-Intervall
cli-match-column-points = Punkte
cli-match-column-margin = Vorsprung
cli-match-column-rating = Wertung
cli-match-cross-heading = Siege der Zeile gegen die Spalte:
cli-match-seat = Platz { $seat }: { $share } der Siege, { $points } Punkte
cli-match-sprt-h1 = { $name } ist stärker: H1 ({ $elo1 } Elo) gilt, nicht H0 ({ $elo0 } Elo).
cli-match-sprt-h0 = { $name } ist nicht stärker: H0 ({ $elo0 } Elo) gilt, nicht H1 ({ $elo1 } Elo).
cli-match-sprt-open = Für { $name } ist zwischen H0 ({ $elo0 } Elo) und H1 ({ $elo1 } Elo) nichts entschieden: Es fehlen Partien.
cli-match-llr = LLR { $llr }, Grenzen { $lower } und { $upper }.
cli-match-luck = { $name } hatte { $luck } % Glück; ohne Glück { $adjusted } der Siege ({ $interval }).
cli-match-luck-saved = Das ersparte { $saved } Partien: Ohne --luck wären erst { $games } so genau, { $factor }-mal so viele.
cli-match-luck-worse = Das ersparte keine Partien: Das Ergebnis mit Glück ist so genau (Faktor { $factor }).
cli-match-luck-one-sided = { $name } hatte { $luck } % Glück. Ohne Glück wäre das Ergebnis ungenauer (Faktor { $factor }): Die Partien waren zu einseitig. Es gilt das Ergebnis mit Glück.
cli-match-luck-no-share = { $name } hatte { $luck } % Glück, mehr, als sich aus dem Ergebnis herausrechnen lässt: Es waren zu wenige Partien, oder sie waren zu einseitig. Es gilt das Ergebnis mit Glück.
cli-match-times = { $seconds } s mit { $threads } Threads
cli-match-own-bot = Gruppe { $group } (Startwert { $seed }): { $why }
cli-match-external = --bot { $text } ist nicht verständlich; richtig ist --bot NAME=BEFEHL. Namen haben Buchstaben, Ziffern und -_.+
cli-match-not-named = der Bot { $name } aus --bot fehlt unter --bots
cli-match-named-twice = der Bot { $name } ist doppelt genannt; gegeneinander spielen verschiedene Bots
cli-match-too-few-bots = mindestens zwei Bots sind nötig
cli-match-too-many-bots = { $bots } Bots sind für { $seats } Plätze genannt
cli-match-not-half = für das Format half sind zwei Bots und eine gerade Zahl von Plätzen nötig
cli-match-too-many-tables = die Bots träfen sich an mehr als { $most } Tischen
cli-match-sprt = dieser Folgetest ist nicht möglich; --alpha und --beta müssen zusammen unter 1 liegen
cli-match-sprt-tables = ein Folgetest vergleicht Bots an einem Tisch; diese treffen sich an { $tables }. Nenne zwei Bots oder nimm --format one
cli-match-root = --bot-processes wirkt nicht auf Bots, die als root laufen; starte diesen Befehl als anderer Benutzer
cli-match-journal-damaged = { $file }, Zeile { $line }, gehört in kein Journal: { $why }
cli-match-journal-other = { $file } ist das Journal eines anderen Wettkampfs; nenne eine andere Datei
cli-match-journal-difference = { $setting } ist dort { $journal }, hier { $asked }
cli-match-journal-in-use = ein anderer Wettkampf schreibt { $file }
cli-match-journal-torn = die letzte Zeile von { $file } ist unvollständig; ihre Gruppe wird noch einmal gespielt
cli-match-page-title = { $game }: { $bots }
cli-match-page-result = Ergebnis
cli-match-page-result-caption = Intervalle gelten zu 95 %: das des Anteils, als wären die Partien unabhängig, das der Elo-Differenz aus Gruppen
cli-match-page-cross = Wer wen schlägt
cli-match-page-cross-caption = Siege der Zeile gegen die Spalte
cli-match-page-score = Anteil der Siege
cli-match-page-score-label = Der Anteil der Siege von { $name } nach jeder Gruppe von Partien: am Ende { $share }, 95-%-Intervall { $interval }. Gerecht wären { $fair }.
cli-match-page-llr = Folgetest
cli-match-page-llr-label = Das logarithmierte Likelihood-Verhältnis nach jeder Gruppe von Partien, zwischen den Grenzen { $lower } und { $upper }: am Ende { $llr }.
cli-match-page-margins = Vorsprünge
cli-match-page-margins-label = In wie vielen Partien { $name } am Ende um wie viele Punkte vorn oder zurück lag: { $low } bis { $high }.
cli-match-page-margins-none = Keine Partie wurde zu Ende gespielt.
cli-match-page-points-ahead = Punkte Vorsprung
cli-match-page-groups = Gruppen von Partien
cli-match-page-seats = Plätze
cli-match-page-seats-caption = Jeder Platz, wer auch immer dort saß
cli-match-page-seats-label = Mittlere Punkte auf jedem Platz, wer auch immer dort saß
cli-match-page-luck = Glück
cli-match-page-luck-label = Für jede Gruppe von Partien das Glück von { $name } nach rechts und sein Anteil der Siege nach oben.
cli-match-page-luck-axis = Glück, in gewonnenen Partien
cli-match-page-seat = Platz
cli-match-page-plan = Was gespielt wurde
cli-match-page-times = Zeiten

## Was die Optionen der Spiele entscheiden

cli-option-setup = wie die Partie beginnt
cli-option-start-player = wer beginnt: ein Platz oder der Zufall
cli-option-start-player-catan = wer beginnt: nach den Regeln der älteste Spieler, dessen Platz hier steht, oder beim variablen Aufbau für erfahrene Spieler der höchste Wurf
cli-option-beginner-positions = welche Startpositionen die Startaufstellung für Einsteiger hat
cli-option-numbers = wie die Zahlenchips gelegt werden
cli-option-spiral-direction = in welche Richtung die Spirale der Zahlenchips läuft
cli-option-red-adjacency = ob 6 und 8 nebeneinander liegen dürfen, wenn die Zahlen zufällig liegen
cli-option-harbours = wie die Häfen gelegt werden; sonst beim variablen Aufbau gemischt, auf dem Einsteigerplan fest
cli-option-trade-build = ob der Handel mit dem ersten Bau eines Zugs endet
cli-option-robber-victims = wer bestohlen werden kann
cli-option-friendly-robber = ob der Räuber Spieler mit höchstens 2 sichtbaren Punkten verschont
cli-option-discard-limit = wer mehr Karten hat, gibt bei einer 7 die Hälfte ab
cli-option-victory-points = wie viele Punkte gewinnen
cli-option-trade-same-kind = welcher Tausch einer Sorte gegen sich selbst unter Spielern verboten ist
cli-option-road-building-may-stop = ob auf die zweite kostenlose Straße verzichtet werden darf
cli-option-auto-declare = ob der Sieg automatisch verkündet wird, sobald er erreicht ist
cli-option-shortage-single-player = was ein einzelner Spieler von einer Sorte bekommt, die nicht reicht
cli-option-players = Plätze am Tisch
cli-option-offer-limit = wie viele Angebote und Vorschläge jeder Platz in einem Zug machen darf; 0: kein Handel unter Spielern
cli-option-turn-limit = nach wie vielen Zügen die Partie ohne Sieger endet
cli-option-bank-rates = welche Kurse beim Vorrat gelten: alle, die ein Spieler hat, oder nur der beste
cli-option-robber-theft = ob auf den Diebstahl nach dem Versetzen des Räubers verzichtet werden darf
cli-option-bank-same-kind = ob der Vorrat auch eine Karte der Sorte gibt, die er bekommt
cli-option-ck-pillage-no-settlement = was eine verlorene Stadt übrig lässt, wenn der Besitzer keine Siedlung im Vorrat hat
cli-option-ck-fifth-card = wann jemand mit einer fünften Fortschrittskarte eine abwirft
cli-option-ck-progress-draw = ob Fortschrittskarten von selbst gezogen werden oder auf Nachfrage
cli-option-ck-chased-robber = wohin ein vertriebener Räuber darf
cli-option-ck-level4-city = wer für die Stufen 4 und 5 eine Stadt ohne Metropole braucht
cli-option-ck-defender-supply = wie viele Karten „Retter Catans“ es gibt
cli-option-ck-zero-defence-reward = ob alle belohnt werden, wenn die Barbaren weder Städte noch aktive Ritter vorfinden
cli-option-ck-null-play = ob eine Fortschrittskarte ausgespielt werden darf, die bekanntermaßen nichts bewirkt
cli-option-ck-deserter-substitute = welcher Ritter für einen Deserteur gesetzt werden darf
cli-option-ck-commercial-harbor = wie oft der Handelshafen denselben Mitspieler in einem Zug zwingt
cli-option-ck-robber-start = wo der Räuber auf den ersten Angriff wartet und ob er sich vorher bewegt
cli-option-ck-barbarian-variant = ob alle aktiven Ritter kämpfen oder die, die ihre Besitzer schicken
cli-option-ck-merchant-on-desert = ob der Händler in der Wüste stehen darf
cli-option-ck-board = die Insel: variabel oder der Plan für Einsteiger in Städte & Ritter
cli-option-ck-deserter-acts = wann ein für einen Deserteur gesetzter Ritter handeln darf
cli-option-barbarian-loser = ob sich der Schwächste gegen die Barbaren nach Stärke oder nach Zahl der Ritter bestimmt
cli-option-ck-barbarian-compared = wer nach einem Sieg der Barbaren verglichen wird
cli-option-ck-pillaged-roads = welche Straßen mit einer Stadt verloren gehen, die keine Siedlung zurücklässt
cli-option-ck-knight-route = wohin ein Ritter versetzt werden und andere vertreiben darf
cli-option-ck-deserter-mighty = ob für einen Deserteur auch ohne Festung ein mächtiger Ritter gesetzt werden darf
cli-option-ck-metropolis-takeover = wer mit Stufe 5 eine Metropole abnimmt
cli-option-ck-metropolis-placing = ob eine Metropole setzen muss, wer sie bekommt, oder darauf verzichten darf
cli-option-ck-crane-first-level = ob der erste Ausbau eines Bereichs mit einem Kran nichts kostet oder immer eine Handelsware
cli-option-ck-merchant-trades = was der Händler 2:1 tauscht: den Rohstoff seines Felds oder auch dessen Handelsware
cli-option-ck-progress-play = ob Fortschrittskarten erst nach den Erträgen ausgespielt werden oder sobald die Würfel gefallen sind
cli-option-farm-scoring = nach welcher Fassung Wiesen gewertet werden; voreingestellt die der Ausgabe
cli-option-small-city = was eine fertige Stadt aus zwei Karten bringt; voreingestellt wie in der Ausgabe
cli-option-farmers = ob auf Wiesen eingesetzt werden darf
cli-option-six-players = ob ein sechster Spieler zugelassen ist
cli-option-edition = die Ausgabe, deren Wertung gilt: dritte und voll, erste und halb, zweite und halb
cli-option-special-figures = ob Baumeister und Schwein an Gefolgsleute gebunden sind oder wie sie zählen; voreingestellt wie in der Ausgabe
cli-option-double-turn = auf welche weiteren Karten eines Zugs verzichtet werden darf: alle, alle außer der zweiten, keine; voreingestellt wie in der Ausgabe
cli-option-second-tile = ob die zweite Karte nach dem ersten Teil kommt oder sofort; voreingestellt wie in der Ausgabe
cli-option-traders-edition = die Ausgabe, deren Baumeister, Schwein und Doppelzug gelten: an Gefolgsleute gebunden und Teil für Teil, oder wie 2003
cli-option-house-builder-chain = Hausregel: Der Baumeister gibt Karte um Karte
cli-option-house-goods-percent = Hausregel: Waren bringen 10 Prozent der Punkte, mindestens 10
cli-option-house-goods-consolation = Hausregel: 2 Punkte für jede einzelne Marke einer Ware ohne deren Mehrheit
cli-option-house-goods-consolation-for = ob der Warentrost für jede Ware ohne deren Mehrheit gilt oder nur für Spieler ohne jede Mehrheit
cli-option-layout-limit = ob Karten über die Enden des Spielplans hinaus liegen dürfen
cli-option-start-spaces-count = ob Startfelder als Karten von Wegen und Städten zählen
cli-option-bonus = Extrapunkte für jeden Siedler in der Spalte eines Landvermessers oder für den bestplatzierten eines Spielers
cli-option-bonus-in-final-scoring = ob es Extrapunkte auch in der Schlusswertung gibt
cli-option-remove-without-move = ob Siedler im Osten auch dann entfernt werden, wenn kein Landvermesser ziehen konnte
cli-option-final-symbol-points = Punkte einer Flagge oder eines Handelspostens in der Schlusswertung
cli-option-tiles = wie viele Karten jeder Art in der Schachtel sind: default, oder die Arten, die abweichen: MF-01a:5,MF-24:0

## admin

cli-help-admin = Moderiert einen Server: Meldungen, Maßnahmen, Namen, Rollen, das Protokoll
cli-help-admin-reports = Die Meldungen der Spieler, die neueste zuerst
cli-help-admin-report = Eine Meldung
cli-help-admin-resolve = Erledigt eine Meldung
cli-help-admin-table = Ein Tisch, wie ihn Zuschauer sehen, mit allen, die dort sitzen, und dem Chat; das Protokoll vermerkt, dass du hingesehen hast
cli-help-admin-person = Eine Person: Rolle, Maßnahmen, Meldungen über sie
cli-help-admin-mute = Schaltet eine Person stumm: Sie kann spielen, aber nichts schreiben
cli-help-admin-suspend = Sperrt eine Person: Sie kann lesen, sich anmelden und ihre Daten herunterladen oder löschen
cli-help-admin-suspend-network = Sperrt ein Netz: Was von dort kommt, wird nicht ausgeführt
cli-help-admin-hide = Nimmt einen Tisch aus der Liste der offenen Tische
cli-help-admin-close = Schließt einen Tisch, auch während der Partie
cli-help-admin-sanctions = Die Maßnahmen, die gelten, die neueste zuerst
cli-help-admin-lift = Hebt eine Maßnahme auf
cli-help-admin-rename = Gibt einer Person einen anderen Namen, auch an ihren Tischen
cli-help-admin-reset-password = Gibt einen Code aus, mit dem der Besitzer eines Kontos ein neues Passwort festlegt
cli-help-admin-grant = Gibt einem Konto eine Rolle
cli-help-admin-revoke = Entzieht einem Konto seine Rolle
cli-help-admin-roles = Alle, die eine Rolle haben
cli-help-admin-audit = Das Protokoll, der neueste Eintrag zuerst
cli-help-admin-arg-server = Die Adresse des Servers; die Variable NEULAND_TOKEN enthält das Token eines Kontos, das dort eine Rolle hat
cli-help-admin-arg-json = Gibt die Antwort als JSON aus
cli-help-admin-arg-resolved = Die erledigten statt der offenen
cli-help-admin-arg-ranked = Die zuerst, die zuerst angesehen werden sollten: Meldungen, in denen mehrere Leute mit alten Konten oder am Tisch übereinstimmen
cli-help-admin-arg-before = Nur die mit kleineren Nummern als dieser
cli-help-admin-arg-number = Die Nummer der Meldung oder der Maßnahme
cli-help-admin-arg-outcome = Das Ergebnis: acted (es wurde etwas unternommen), noted (berechtigt, aber nichts zu tun) oder unfounded (unbegründet)
cli-help-admin-arg-note = Eine Notiz für das Protokoll, höchstens 300 Zeichen
cli-help-admin-arg-same = Auch alle offenen Meldungen von derselben Person (reporter), über dieselbe Person (reported), zum selben Tisch (table) oder aus demselben Netz (network)
cli-help-admin-arg-table = Die Kennung des Tisches, wie eine Meldung sie nennt
cli-help-admin-arg-who = Der Name eines Kontos, ein Tisch und ein Platz, etwa k7mw2xqp4d01/B, oder die 64 Ziffern einer Kennung
cli-help-admin-arg-of = Das Netz, aus dem diese Person zuletzt gespielt hat, statt eines, das du kennst
cli-help-admin-arg-network = Das Netz, etwa 192.0.2.0/24
cli-help-admin-arg-lasts = Die Dauer, etwa 30m, 12h, 7d oder 4w; ohne Angabe für immer
cli-help-admin-arg-reason = Der Grund: abuse (Beleidigung), name (Name), cheating (Betrug), stalling (Verzögern), spam (Werbung) oder other (anderes)
cli-help-admin-arg-text = Dasselbe in Worten, höchstens 300 Zeichen; die Person liest es
cli-help-admin-arg-all = Auch die, die nicht mehr gelten
cli-help-admin-arg-new = Der Name; ohne Angabe wird einer erfunden
cli-help-admin-arg-role = Die Rolle: admin, oder moderator, der alles darf außer Rollen zu vergeben und Netze zu sperren
cli-help-admin-arg-data = Ein Datenordner statt eines Servers, bei angehaltenem Server: für den ersten Admin, und wenn niemand mehr hineinkommt
cli-help-admin-arg-database = Eine Datenbank statt eines Servers; kein Server darf sie benutzen
cli-help-admin-arg-check = Sagt, ob das Protokoll lückenlos ist; Exitcode 1, wenn nicht

cli-admin-no-token = { $name } muss das Token eines Kontos enthalten, das auf diesem Server eine Rolle hat: Melde dich über die API an und setze die Variable auf das Token
cli-admin-bad-token = was in { $name } steht, ist kein Token von Neuland: 32 hexadezimale Ziffern, mit einem s davor
cli-admin-span = hier gehört eine Zeitspanne hin, etwa 30m, 12h, 7d oder 4w
cli-admin-table = das ist nicht die Kennung eines Tisches: sie hat zwölf Buchstaben und Ziffern, etwa k7mw2xqp4d01
cli-admin-host = Betreiber
cli-admin-none = Nichts.
cli-admin-done = Erledigt.
cli-admin-open = { $count ->
    [one] Eine Meldung ist offen.
   *[other] { $count } Meldungen sind offen.
}
cli-admin-reported = Gemeldet: { $who }
cli-admin-reporter = Von: { $who }
cli-admin-resolved = Erledigt { $at } von { $by }: { $outcome }
cli-admin-outcome-acted = es wurde etwas unternommen
cli-admin-outcome-noted = zur Kenntnis genommen
cli-admin-outcome-unfounded = unbegründet
cli-admin-stage-waiting = wartet auf Mitspieler
cli-admin-stage-playing = läuft
cli-admin-stage-over = zu Ende
cli-admin-stage-closed = geschlossen
cli-admin-network = Das Netz, aus dem sie zuletzt gespielt hat, ist bekannt und kann gesperrt werden.
cli-admin-no-network = Das Netz, aus dem sie spielt, ist nicht bekannt.
cli-admin-measure-mute = stummgeschaltet
cli-admin-measure-suspend = gesperrt
cli-admin-measure-suspend-network = Netz gesperrt
cli-admin-measure-hide-table = Tisch verborgen
cli-admin-lifted = aufgehoben { $at }
cli-admin-until = bis { $at }
cli-admin-for-ever = für immer
cli-admin-renamed = Der Name ist jetzt { $name }.
cli-admin-code = { $code }
    Dieser Code gilt einmal, 24 Stunden lang. Sorge dafür, dass er den Besitzer des Kontos erreicht: Wer ihn hat, kann ein neues Passwort festlegen.
cli-admin-unbroken = { $entries ->
    [one] Das Protokoll ist lückenlos: ein Eintrag. Notiere seinen Hash, um später zu sehen, ob am Ende etwas fehlt: { $last }
   *[other] Das Protokoll ist lückenlos: { $entries } Einträge. Notiere den Hash des letzten, um später zu sehen, ob am Ende etwas fehlt: { $last }
}
cli-admin-broken = Das Protokoll hat bei Eintrag { $broken } einen Bruch: Dort fehlt ein Eintrag, oder einer wurde geändert.

## analyse

cli-analyse-no-journal = { $file } ist kein Journal einer Analyse: { $why }
cli-analyse-one-graph = { $option } zeichnet eine einzige Partie: nur eine Aufzeichnung angeben
