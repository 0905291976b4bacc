import { start } from "@/app/start";
import { listenEarly } from "@/lib/early-keys";

listenEarly();
const container = document.getElementById("root");
if (container) start(container);
