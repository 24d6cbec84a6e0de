// Runs in the page before its own scripts.
window.bench = {
  async isStored(targets) {
    for (const { name } of await indexedDB.databases()) if ((await countOf(name)) === targets) return true
    return false
  },

  isControlled: () => navigator.serviceWorker.controller !== null,

  /** The static page has no script that would replace it. */
  isLive: () => performance.getEntriesByName('live painted').length > 0 || !document.querySelector('script'),

  /** Opens the menu of a visible tile and the item's group. `choose` then clicks the item. */
  async openMenu(item, fold) {
    const tile = document.querySelectorAll('[data-tile]')[1]
    tile.querySelector('[aria-label^="More for"]').click()
    const inMenu = (name) =>
      until(() =>
        [...document.querySelectorAll('[role^=menuitem]')].find(({ textContent }) => textContent.startsWith(name)),
      )
    if (fold) (await inMenu(fold)).click()
    const choice = await inMenu(item)
    // Waits for the menu's animation.
    await new Promise((resolve) => setTimeout(resolve, 250))
    this.opened = { tile, choice }
  },

  /** Milliseconds from the click to the frame in which the tile has changed or disappeared. */
  choose() {
    const { tile, choice } = this.opened
    const before = tile.textContent
    return painted(choice, () => !tile.isConnected || tile.textContent !== before)
  },

  /** Milliseconds from Shift and an arrow key on a visible card to the frame that shows it in another column. */
  async moveCard(key) {
    const lane = document.querySelectorAll('[data-board] [data-lane]')[key === 'ArrowRight' ? 1 : 4]
    const card = lane.querySelectorAll('[data-tile]')[1]
    const { tile: id } = card.dataset
    const link = card.querySelector('[data-act=open]')
    link.focus({ preventScroll: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const isThere = () => {
      const now = document.querySelector(`[data-tile="${CSS.escape(id)}"]`)?.closest('[data-lane]')
      return now && now !== lane
    }
    const press = () => link.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }))
    return painted({ click: press }, isThere)
  },

  /** Opens the Target of a visible tile. Milliseconds from the click to the painted page. */
  open: () => painted(document.querySelector('[data-tile] h3 a'), () => document.querySelector('main aside') !== null),

  /** Milliseconds from the click on the way back to the painted list. */
  back: () =>
    painted(
      [...document.querySelectorAll('main nav button')].find(({ textContent }) => textContent.startsWith('Back to')),
      () => document.querySelector('[data-tile]')?.checkVisibility() === true,
    ),

  /** Milliseconds from a click on the first button of this name to the painted dialog. */
  dialog: (name) =>
    painted(
      [...document.querySelectorAll('main button')].find(({ textContent }) => textContent.trim() === name),
      () => document.querySelector('[role=dialog]') !== null,
    ),

  /** Collects the milliseconds from each key to the frame that shows its effect. */
  watchKeys() {
    this.keys = []
    this.stopWatching?.()
    const pressed = () => {
      const from = performance.now()
      requestAnimationFrame(() => afterPaint(() => this.keys.push(performance.now() - from)))
    }
    addEventListener('keydown', pressed, true)
    this.stopWatching = () => removeEventListener('keydown', pressed, true)
  },

  keyTimes() {
    return this.keys
  },
}

function painted(element, isThere) {
  const clicked = performance.now()
  element.click()
  return new Promise((resolve) => {
    const look = () => {
      if (!isThere()) requestAnimationFrame(look)
      else afterPaint(() => resolve(performance.now() - clicked))
    }
    requestAnimationFrame(look)
  })
}

const watch = new MutationObserver(() => {
  if (!document.querySelector('nav')) return
  once('frame painted')
  if (!document.querySelector('[data-tile]')) return
  once('tiles painted')
  if (document.querySelector('#root [data-tile]') === null || document.getElementById('last-screen')) return
  once('live painted')
  watch.disconnect()
})
watch.observe(document, { childList: true, subtree: true })

const marked = new Set()
function once(name) {
  if (marked.has(name)) return
  marked.add(name)
  requestAnimationFrame(() => afterPaint(() => performance.mark(name)))
}

/** Call it in a frame's callback. The message arrives once that frame has been painted. */
function afterPaint(then) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = then
  port2.postMessage(null)
}

async function until(find) {
  for (const end = performance.now() + 10_000; performance.now() < end; ) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('Waited in vain.')
}

function countOf(name) {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => resolve(0)
    opening.onsuccess = () => {
      const database = opening.result
      if (!database.objectStoreNames.contains('rows')) return resolve(0)
      const counting = database
        .transaction('rows')
        .objectStore('rows')
        .count(IDBKeyRange.bound(['targets'], ['targets', []]))
      counting.onsuccess = () => {
        database.close()
        resolve(counting.result)
      }
    }
  })
}
