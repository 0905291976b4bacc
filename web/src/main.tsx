import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root) createRoot(root).render(<p className="text-ink bg-shelf p-4">hello</p>);
