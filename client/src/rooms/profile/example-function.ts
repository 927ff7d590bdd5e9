/** A function with a loop that waits for each reply. */
export const exampleFunction = `async function readCart(id) {
  const cart = await redis.hgetall(\`cart:\${id}\`);
  const items = [];
  for (const item of Object.keys(cart)) {
    items.push(await redis.hgetall(\`item:\${item}\`));
  }
  return items;
}
`;
