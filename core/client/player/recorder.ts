// What is really played, told by the places at which the video is heard of while it runs.

/** Notes ranges of seconds; a seek ends one. */
export class Recorder {
  #from: number | null = null
  #to = 0
  #ended: [number, number][] = []

  /** The video runs, and is here. Going back without a seek begins anew. */
  at(second: number): void {
    if (this.#from === null || second < this.#to) {
      this.cut()
      this.#from = second
    }
    this.#to = second
  }

  /** It is stopped or sent elsewhere: what comes next is another range. */
  cut(): void {
    if (this.#from !== null && this.#to > this.#from) this.#ended.push([this.#from, this.#to])
    this.#from = null
  }

  /** What was played since this was asked last. A range that goes on is told in pieces that touch. */
  take(): [number, number][] {
    const taken = this.#ended
    this.#ended = []
    if (this.#from !== null && this.#to > this.#from) {
      taken.push([this.#from, this.#to])
      this.#from = this.#to
    }
    return taken
  }
}
