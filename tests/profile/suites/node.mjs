import { after, before, describe, test } from 'node:test';
import { cartTests } from './carts.mjs';

cartTests({ describe, test, before, after });
