import type { App } from './browser.ts'

/** Takes Dana's pursued Targets out of the stages in which the demo has them. */
export async function clearStages(app: App): Promise<void> {
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
    tiles: { id: string; stage?: string | null }[]
  }
  for (const { id, stage } of tiles) if (stage) await app.call('dana', `tiles/${id}/stage`, { stage: null }, 'PUT')
}
