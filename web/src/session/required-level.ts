import { useQuery } from "@tanstack/react-query";
import { clientLevelQuery, levelsQuery } from "./levels";
import { useIsSignedIn } from "./session";

export type RequiredLevel = {
  key: string;
  name: string;
  /** The client's own level is known to be below it; false for visitors. */
  isMissing: boolean;
};

/** The level of each rank where the site names no other. */
const DEFAULTS = ["guest", "starter", "advanced"];

/** What a feature of a rank requires; the names are those of the site. */
export function useRequiredLevels(): (rank: number) => RequiredLevel {
  const isSignedIn = useIsSignedIn();
  const { data: own } = useQuery({ ...clientLevelQuery, enabled: isSignedIn });
  const { data: levels } = useQuery(levelsQuery);
  return (rank) => {
    const named = levels?.items.find((level) => level.rank === rank);
    const key = named?.key ?? DEFAULTS[rank] ?? "";
    return {
      key,
      name: named?.name ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
      isMissing: isSignedIn && own !== undefined && own.rank < rank,
    };
  };
}
