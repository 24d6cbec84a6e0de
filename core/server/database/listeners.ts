import { channelName } from './pool.ts'

export type ChannelListener = (payload: string) => void

/** `start` runs before a channel's first listener, `stop` after its last. */
export class Listeners {
  #channels = new Map<string, Set<ChannelListener>>()
  #start: (channel: string) => Promise<void>
  #stop: (channel: string) => Promise<void>

  constructor(start: (channel: string) => Promise<void>, stop: (channel: string) => Promise<void>) {
    this.#start = start
    this.#stop = stop
  }

  get channels(): string[] {
    return [...this.#channels.keys()]
  }

  async add(name: string, hear: ChannelListener): Promise<() => Promise<void>> {
    const channel = channelName(name)
    // Lets the same function listen twice.
    const own: ChannelListener = (payload) => hear(payload)
    const listeners = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, listeners.add(own))
    try {
      // Later listeners start it too, because the first start can be pending or have failed.
      await this.#start(channel)
    } catch (error) {
      this.#drop(channel, own)
      throw error
    }
    return async () => {
      if (this.#drop(channel, own)) await this.#stop(channel)
    }
  }

  tell(channel: string, payload: string): void {
    for (const hear of [...(this.#channels.get(channel) ?? [])]) hear(payload)
  }

  /** After a gap, listeners can't know what they missed. */
  tellAll(payload: string): void {
    for (const channel of this.channels) this.tell(channel, payload)
  }

  /** True when the channel has no listeners left. */
  #drop(channel: string, own: ChannelListener): boolean {
    const listeners = this.#channels.get(channel)
    if (!listeners?.delete(own) || listeners.size > 0) return false
    this.#channels.delete(channel)
    return true
  }
}
