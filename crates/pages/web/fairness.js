// The browser client of the page about fair dice, which checks them.

import "./pages.js";
import { startVerify } from "./verify.js";

startVerify();
