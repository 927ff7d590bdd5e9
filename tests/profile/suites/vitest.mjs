import { afterAll, beforeAll, describe, test } from 'vitest';
import { cartTests } from './carts.mjs';

cartTests({ describe, test, before: beforeAll, after: afterAll });
