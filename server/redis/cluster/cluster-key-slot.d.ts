declare module 'cluster-key-slot' {
  /** The slot of a key, 0 to 16383, by its hash tag where it has one. */
  function slotOf(key: string | Uint8Array): number;
  export = slotOf;
}
