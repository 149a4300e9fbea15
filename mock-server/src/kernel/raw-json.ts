/** JSON that is written already: what a writer puts into its text as it stands. */
export class RawJson {
  constructor(readonly text: string) {}
}
