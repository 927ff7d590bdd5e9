/**
 * What a search that found nothing on a busy machine advises: to ask again. Asks at most three times, and returns the
 * first answer that tells something, or the last.
 */
export async function untilTold<T>(ask: () => Promise<T>, isTold: (answer: T) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask();
    if (isTold(answer) || attempt === 3) return answer;
  }
}
