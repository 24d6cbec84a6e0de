/** Resolves to the exit code and everything printed, in order. A program that can't be started has code 1. */
export function runQuietly(
  command: string,
  args: string[],
  options?: import('node:child_process').SpawnOptions,
): Promise<{ code: number; output: string }>
