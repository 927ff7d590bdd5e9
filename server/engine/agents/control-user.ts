/** Everything that agents keep on the control Redis is under this. */
export const controlRoot = 'roundtrip-agents';

/** The rights that agents and coordinators need on the control Redis: a user of their own, who sees nothing else there. */
export const controlUser = `ACL SETUSER roundtrip on >PASSWORD resetkeys ~${controlRoot}:* resetchannels -@all +@connection +@read +@write +@scripting +@blocking +info +time`;
