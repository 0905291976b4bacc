export const orderKeys = {
  open: ["orders", "open"],
  history: ["orders", "history"],
  fills: ["fills"],
};
