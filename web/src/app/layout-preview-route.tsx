import { useParams } from "@tanstack/react-router";
import { LayoutPreviewPage } from "@/pages/layout-preview";

export function LayoutPreviewRoute() {
  const { layout } = useParams({ strict: false });
  return <LayoutPreviewPage layout={layout} />;
}
