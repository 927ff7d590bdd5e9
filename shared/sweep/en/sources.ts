/** Where the documents were measured. */
export const environments = {
  document0:
    'client with 1 core and 1 GB; server with 2 cores of a Xeon E5-2682 v4 at 2.5 GHz and 4 GB. LAN of 1000 Mbit/s; neither append-only file nor snapshots',
  document2: 'loopback, defaults',
  document4: 'virtual machine with 2 cores at 1.99 GHz and 3.7 GB',
} as const;
