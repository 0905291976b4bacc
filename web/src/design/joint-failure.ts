import { createContext } from "react";

/** Whether a message about the failure of several queries is already shown above. */
export const JointFailure = createContext(false);
