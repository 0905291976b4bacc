import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { setCurrentClient } from "@/session/client";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];
type ClientAnswer = Schemas["ClientAnswer"];

export type PersonalInfoChange = Schemas["PersonalInfoChange"];
export type LocationChange = Schemas["LocationChange"];
export type Sex = Schemas["SexChange"]["sex"];

/** One change of the profile; each has its own endpoint. */
export type ProfileChange =
  | { field: "username"; username: string }
  | { field: "sex"; sex: Sex }
  | { field: "location"; location: LocationChange }
  | { field: "description"; description: string }
  | { field: "phone"; phone: string | null };

function send(change: ProfileChange): Promise<ClientAnswer> {
  switch (change.field) {
    case "username":
      return unwrap(api.PATCH("/v1/client/username", { body: { username: change.username } }));
    case "sex":
      return unwrap(api.PATCH("/v1/client/sex", { body: { sex: change.sex } }));
    case "location":
      return unwrap(api.PATCH("/v1/client/location", { body: change.location }));
    case "description":
      return unwrap(api.PATCH("/v1/client/description", { body: { description: change.description } }));
    case "phone":
      return withStepUp(() => unwrap(api.PATCH("/v1/client/phone", { body: { phone: change.phone } })));
  }
}

export function useChangeProfile() {
  return useMutation({ mutationFn: send, onSuccess: ({ client }) => setCurrentClient(client) });
}

export function useChangeAvatar() {
  return useMutation({
    mutationFn: (url: string | null) => unwrap(api.PATCH("/v1/client/avatar", { body: { url } })),
    onSuccess: ({ client }) => setCurrentClient(client),
  });
}

export function useChangePersonalInfo() {
  return useMutation({
    mutationFn: (change: PersonalInfoChange) =>
      unwrap(api.PATCH("/v1/client/personal-info", { body: change })),
    onSuccess: ({ client }) => setCurrentClient(client),
  });
}
