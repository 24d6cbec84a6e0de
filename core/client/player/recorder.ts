// Records which parts of a video are played, from the positions reported.

export class Recorder {
  #from: number | null = null
  #to = 0
  #ended: [number, number][] = []

  /** Going back without a seek starts a new range. */
  at(second: number): void {
    if (this.#from === null || second < this.#to) {
      this.cut()
      this.#from = second
    }
    this.#to = second
  }

  /** The next position starts another range. */
  cut(): void {
    if (this.#from !== null && this.#to > this.#from) this.#ended.push([this.#from, this.#to])
    this.#from = null
  }

  /** Returns the ranges since the last call. A continuing range comes in adjacent pieces. */
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
