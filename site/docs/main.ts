import { enableCopying } from "./copy.ts";
import { enableSearch } from "./search.ts";
import { enableTabs } from "./tabs.ts";
import { followReading } from "./contents.ts";

enableTabs();
enableCopying();
followReading();
// Rules have pages of their own, without the menu of the docs.
if (document.getElementById("search")) enableSearch();
