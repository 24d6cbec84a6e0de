// Runs in the page before its own scripts.
window.bench = {
  async isStored(targets) {
    for (const { name } of await indexedDB.databases()) if ((await countOf(name)) === targets) return true
    return false
  },

  /** Milliseconds from loaded scripts to the painted tiles. */
  started() {
    const named = [...document.querySelectorAll('script[type=module], link[rel=modulepreload]')].map(
      ({ src, href }) => src ?? href,
    )
    const there = performance.getEntriesByType('resource').filter(({ name }) => named.includes(name))
    return (
      performance.getEntriesByName('tiles painted')[0].startTime -
      Math.max(...there.map(({ responseEnd }) => responseEnd))
    )
  },

  /** Opens the menu of a visible tile and the item's group. `choose` then clicks the item. */
  async openMenu(item, fold) {
    const tile = document.querySelectorAll('[data-tile]')[1]
    tile.querySelector('[aria-label^="More for"]').click()
    const inMenu = (name) =>
      until(() =>
        [...document.querySelectorAll('[role=menuitem]')].find(({ textContent }) => textContent.startsWith(name)),
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
    const clicked = performance.now()
    choice.click()
    return new Promise((resolve) => {
      const look = () => {
        if (tile.isConnected && tile.textContent === before) requestAnimationFrame(look)
        else afterPaint(() => resolve(performance.now() - clicked))
      }
      requestAnimationFrame(look)
    })
  },
}

const watch = new MutationObserver(() => {
  if (!document.querySelector('[data-tile]')) return
  watch.disconnect()
  requestAnimationFrame(() => afterPaint(() => performance.mark('tiles painted')))
})
watch.observe(document, { childList: true, subtree: true })

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
      if (!database.objectStoreNames.contains('targets')) return resolve(0)
      const counting = database.transaction('targets').objectStore('targets').count()
      counting.onsuccess = () => {
        database.close()
        resolve(counting.result)
      }
    }
  })
}
