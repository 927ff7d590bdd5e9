/** A URL of a target that cannot be read. The message never repeats its secrets. */
export class TargetUrlInvalid extends Error {
  constructor(what: string) {
    super(
      `${what} A target is redis://[USER[:PASSWORD]@]HOST[:PORT][/DB], rediss://… for TLS (?ca=FILE&cert=FILE&key=FILE), ` +
        'unix://[USER:PASSWORD@]/PATH/TO/SOCKET[?db=DB], redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST…], or redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST…]/MASTER[?db=DB].',
    );
    this.name = 'TargetUrlInvalid';
  }
}
