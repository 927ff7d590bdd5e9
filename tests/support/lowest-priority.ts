import { constants, setPriority } from 'node:os';

/** These run beside tests that judge speeds and times, and take only what those leave of the processor. */
setPriority(constants.priority.PRIORITY_LOW);
