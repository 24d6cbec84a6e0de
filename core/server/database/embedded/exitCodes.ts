export const exitCodes = { full: 41, unsynced: 42 } as const

export const sentenceOfExit = (code: number): string | undefined =>
  code === exitCodes.full
    ? 'the disk is full'
    : code === exitCodes.unsynced
      ? 'the disk could not keep what was written'
      : undefined
