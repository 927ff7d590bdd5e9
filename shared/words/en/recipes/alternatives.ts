import type { AlternativesCodes } from '../../../recipes/alternatives.ts';
import { formatBytes, formatShare } from '../../format.ts';
import { isUnclear, type RecipeWords } from '../../recipe-words.ts';
import { environments } from './sources.ts';

export const alternatives: RecipeWords<AlternativesCodes> = {
  title: 'Ways to send a batch',
  question:
    'What do a pipeline, MULTI, MSET/MGET, a Lua script and auto-pipelining cost at one batch size? Which of them is atomic?',
  method:
    'Batches of 1000 over one connection of ioredis. SET and GET of 100 bytes show speed and bytes. Two experiments follow. In the first, batches write the same 1000 keys, in turns with one value and with another. Another client reads ten of these keys, from the first to the last, with one MGET after the other. A reader who sees both values has seen a batch half done. The values have 1000 bytes: a small batch that has arrived as a whole is read in one go and is rarely caught. The second experiment sends one batch of APPEND (SET where a way cannot send APPEND). The key in the middle of this batch is a list.',
  source: `a published benchmark (author and title unknown); sentences without figures; ${environments.document2}`,
  ask: 'Which way writes the most SETs a second, at batches of 1000?',
  choices: {
    'one-by-one': 'one by one',
    'auto-pipeline': 'auto-pipelining',
    pipeline: 'pipeline',
    multi: 'MULTI/EXEC',
    'multi-key': 'MSET / MGET',
    lua: 'Lua script',
  },
  takeaway: (way) => `Sending 1000 SETs at a time, the fastest way here was: ${way}.`,
  claims: {
    'pipeline-not-atomic': {
      text: 'A pipeline is not atomic.',
      rule: 'Holds when another client saw at least one batch half done. Having seen none would prove nothing.',
    },
    'failure-stops-nothing': {
      text: 'One failing command of a pipeline does not stop the others.',
      rule: 'Holds when the server refused exactly the one failing command of the batch. All others must have changed their keys on the server.',
    },
    'mset-and-multi-atomic': {
      text: 'MSET and MULTI are atomic.',
      rule: 'Holds when at least 100 looks at each saw none of their batches half done, and looks at a pipeline did see some. One half-done batch is enough against it. The claim is about what others see: nothing is rolled back.',
    },
  },
  labels: {
    'speed-and-bytes': ({ command }) => `${command}, speed and bytes`,
    'half-done-and-failing': 'half-done batches, and one failing command',
    'of-100-bytes': ({ command, batch }) =>
      `${command} of 100 bytes, batches of ${batch} over one connection`,
    'against-pipeline': 'against pipeline',
    'bytes-out': 'bytes out',
    'bytes-in': 'bytes in',
    'as-others-see-them': ({ batch }) =>
      `Batches of ${batch}, as another client sees them; and a batch with one failing command`,
    batches: 'batches',
    looks: 'looks',
    'half-done': 'half done',
    failed: 'failed',
    'others-done': 'others done',
    'none-failed': ({ command }) => `no ${command}`,
    'failed-with': ({ refused, failure }) => `${refused} (${failure ?? 'unknown'})`,
    'done-of': ({ done, of }) => `${done} of ${of}`,
  },
  sentences: {
    'not-tried': ({ way }, { label }) => `${label(way)}: not tried (0 looks).`,
    'seen-half-done': ({ way, looks, halfDone }, { label }) =>
      `${label(way)}: ${halfDone} of ${looks} looks showed a batch half done (${formatShare(halfDone / looks)}).`,
    // Rule of three: what was not seen in n looks shows, with 95 %, in less than 3/n of them.
    'never-half-done': ({ way, looks }, { label }) =>
      `${label(way)}: none of ${looks} looks showed a batch half done${looks > 3 ? ` (with 95 % certainty at most 1 in ${Math.floor(looks / 3)} does)` : ''}.`,
    'pipeline-not-caught': 'But the looks did not catch a pipeline half done either.',
    'one-failing': ({ way, command, batch, refused, failure, others, othersDone, listKept }, { label }) =>
      [
        `${label(way)}: of ${batch} ${command} `,
        refused === 0
          ? 'none failed'
          : `${refused} failed (${failure ?? 'unknown'}), ${othersDone} of ${others} others are done`,
        listKept ? ', the list is still there.' : ', the list was overwritten.',
      ].join(''),
    'fastest-way': ({ command, way, rate, againstPipeline }, say) =>
      againstPipeline && isUnclear(againstPipeline)
        ? `${command}: ${say.label(way)} did the most, ${say.perSecond(rate)}, but cannot be told from a pipeline: ${say.ratio(againstPipeline)} as fast.`
        : `${command}: ${say.label(way)} is the fastest, ${say.perSecond(rate)}${againstPipeline ? `, ${say.ratio(againstPipeline)} as fast as a pipeline` : ''}.`,
    'on-the-wire': ({ command, ways }, { label, list }) =>
      `On the wire a ${command} takes, out and back: ${list(
        ways.map(
          ({ way, bytesOut, bytesIn }) =>
            `${label(way)} ${formatBytes(Math.round(bytesOut))} and ${formatBytes(Math.round(bytesIn))}`,
        ),
      )}.`,
  },
};
