import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { api, unwrap } from "@/api/client";
import { site } from "@/session/site";
import { serveProblem } from "./fake-server";
import { renderPage } from "./render-page";

function RulePage() {
  const { path } = useSearch({ strict: false });
  const rule = useQuery({
    queryKey: ["rule", path],
    queryFn: ({ signal }) => unwrap(api.GET("/bff/rules", { params: { query: { path } }, signal })),
  });
  return (
    <main>
      <h1>{site().sitename}</h1>
      <p>{rule.error?.message ?? "waiting"}</p>
      <Link to="/earn" search={{ coin: "BTC" }}>
        Earn
      </Link>
    </main>
  );
}

test("a page is shown at an address of a site, calls the fake server and follows links", async () => {
  const requests = serveProblem("get", "/bff/rules", { status: 422, code: "ANY", detail: "Not like this." });
  const user = renderPage(<RulePage />, { at: "/rule?path=%2Fpromo", site: { sitename: "Lagoon" } });

  expect(await screen.findByRole("heading", { name: "Lagoon" })).toBeVisible();
  expect(await screen.findByText("Not like this.")).toBeVisible();
  expect(requests.map((request) => new URL(request.url).search)).toEqual(["?path=%2Fpromo"]);

  await user.click(screen.getByRole("link", { name: "Earn" }));
  expect(user.location()).toBe("/earn?coin=BTC");
});
