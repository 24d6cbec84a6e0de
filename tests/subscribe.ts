import type { App } from './browser.ts'

/** Sets subscriptions of Dana's firm. */
export async function subscribe(app: App, flags: Record<string, boolean>): Promise<void> {
  const { Org } = (await app.call('dana', 'user')) as { Org: { id: string } }
  await app.call('operator', `operator/firms/${Org.id}/subscriptions`, { flags }, 'PUT')
}
