/** The parts of the module, in the order of their numbers; written where the module is split. */
export const names: string[];
