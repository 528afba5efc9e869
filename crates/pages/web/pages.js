// The browser client of pages without a table. Everything works without it, by plain links and forms.

import { startAccount } from "./account.js";
import { startCopying } from "./copy.js";
import { startFields } from "./fields.js";
import { startGuard } from "./guard.js";
import { startInstalled } from "./install.js";
import { startLobby } from "./lobby.js";
import { startNonces } from "./nonce.js";
import { startNotify } from "./notify.js";
import { startSettings } from "./settings.js";
import { startNewTable } from "./start.js";

startGuard();
startFields();
startAccount();
startCopying();
startNonces();
startNotify();
startLobby();
startNewTable();
startInstalled();
startSettings();
