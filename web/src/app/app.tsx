import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { CaughtErrorPage } from "./error-page";
import type { AppRouter } from "./router";

export function App({ router }: { router: AppRouter }) {
  return (
    <CatchBoundary getResetKey={() => router} errorComponent={CaughtErrorPage}>
      <RouterProvider router={router} />
    </CatchBoundary>
  );
}
