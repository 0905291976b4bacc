import "@/design/every-page.css";
