// Finds overlapping controls, controls that are too small, cut-off text, and pages that scroll sideways.
import type { Page } from '@playwright/test'

type Box = { left: number; top: number; right: number; bottom: number }
type Control = { element: Element; box: Box; layer: Element }

/** Returns one line for each visible fault, and small controls only `withSizes`. An ellipsis is intended. */
export const layoutFaults = (page: Page, withSizes = false): Promise<string[]> =>
  page.evaluate(`(() => { ${smallControls}; return (${faultsInPage})(${withSizes}) })()`)

/** Runs in the page. */
function faultsInPage(withSizes: boolean): string[] {
  /** Pixels to allow for rounding. */
  const SLACK = 1.5
  const said: string[] = []
  const controls = 'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"]'
  const nameOf = (element: Element) =>
    (
      element.getAttribute('aria-label') ??
      (element.textContent?.trim() || element.getAttribute('placeholder') || element.tagName)
    ).slice(0, 40)
  const hidden = new Map<Element, boolean>()
  const isHidden = (element: Element): boolean => {
    const known = hidden.get(element)
    if (known !== undefined) return known
    const isOwn = element.getAttribute('aria-hidden') === 'true' || getComputedStyle(element).clipPath === 'inset(50%)'
    const is = isOwn || (element.parentElement !== null && isHidden(element.parentElement))
    hidden.set(element, is)
    return is
  }
  const isSeen = (element: Element) =>
    !isHidden(element) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.getBoundingClientRect().width > 2 &&
    element.getBoundingClientRect().height > 2
  /** Scrolling content passes below fixed elements, and menus lie above, so only controls of one layer are compared. */
  const layerOf = (element: Element): Element => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position) || at.matches('[role="menu"], [role="listbox"]')) return at
    return document.body
  }
  /** Returns the part of the box that its scrolling or clipping parents show. */
  const seenOf = (element: Element): Box | null => {
    const box: Box = element.getBoundingClientRect().toJSON()
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      if (overflowX !== 'visible') {
        box.left = Math.max(box.left, around.left)
        box.right = Math.min(box.right, around.right)
      }
      if (overflowY !== 'visible') {
        box.top = Math.max(box.top, around.top)
        box.bottom = Math.min(box.bottom, around.bottom)
      }
    }
    return box.right - box.left > SLACK && box.bottom - box.top > SLACK ? box : null
  }

  const found = [...document.querySelectorAll(controls)].filter(isSeen).flatMap((element) => {
    const box = seenOf(element)
    return box ? [{ element, box, layer: layerOf(element) }] : []
  })
  /** A button inside a field belongs to it. A field of our own has no wrapper of Mantine's. */
  const isWithin = (field: Element, other: Element) =>
    field.matches('input') &&
    ((field.closest('[class*="Input-wrapper"]') ?? field.parentElement)?.contains(other) ?? false)
  for (const [index, one] of found.entries())
    for (const other of found.slice(index + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across <= SLACK || down <= SLACK || one.layer !== other.layer) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      if (isWithin(one.element, other.element)) continue
      said.push(
        `'${nameOf(one.element)}' and '${nameOf(other.element)}' overlap by ${Math.round(across)} × ${Math.round(down)} px`,
      )
    }

  if (withSizes) said.push(...smallControls(found, nameOf, SLACK))
  const context = document.createElement('canvas').getContext('2d')!
  for (const { element } of found) {
    if (element instanceof HTMLInputElement && element.value === '' && element.placeholder) {
      const style = getComputedStyle(element)
      context.font = style.font
      const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      const over = context.measureText(element.placeholder).width - room
      if (over > SLACK) said.push(`the placeholder '${element.placeholder}' is cut by ${Math.round(over)} px`)
    }
    if (!element.matches('button, [role="button"], [role="tab"], summary')) continue
    const around = element.getBoundingClientRect()
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const text = words.currentNode
      if (!text.textContent?.trim() || isHidden(text.parentElement!)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      if (box.width === 0 || endsInDots(text.parentElement!, element)) continue
      const cutter = cutterOf(text.parentElement!, element)
      const over = Math.max(box.right - cutter.right, cutter.left - box.left, box.right - around.right)
      if (over > SLACK) said.push(`'${nameOf(element)}' is cut by ${Math.round(over)} px`)
    }
  }
  function endsInDots(from: Element, to: Element): boolean {
    if (getComputedStyle(from).textOverflow === 'ellipsis') return true
    return from !== to && from.parentElement !== null && endsInDots(from.parentElement, to)
  }
  /** Returns the narrowest bounds that clip its text. */
  function cutterOf(from: Element, to: Element): { left: number; right: number } {
    const room = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }
    for (let at: Element | null = from; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') {
        const { left, right } = at.getBoundingClientRect()
        room.left = Math.max(room.left, left)
        room.right = Math.min(room.right, right)
      }
      if (at === to) break
    }
    return room
  }

  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) said.push(`scrolls sideways by ${scrollWidth - clientWidth} px`)
  return [...new Set(said)]
}

/** Runs in the page. The exceptions are those of WCAG: links in a sentence, and enough space around. */
function smallControls(found: readonly Control[], nameOf: (element: Element) => string, slack: number): string[] {
  const said: string[] = []
  /** Required pixels in both directions, for a finger or a pointer (WCAG 2.5.5 and 2.5.8). */
  const need = matchMedia('(pointer: coarse)').matches ? 44 : 24
  /** Returns a control's area with everything that activates it: label, field, row, and areas drawn around it. */
  const areaOf = (element: Element): Box => {
    const label = (element as HTMLInputElement).labels?.[0]
    const isInField = element.parentElement?.closest('[class*="Input-wrapper"]')
    const isTick = element.matches('[type="checkbox"], [type="radio"], [role="switch"]')
    const around = [isTick && label, element.matches('input') && isInField, element.closest('[data-opens]')]
    const all = [element, ...around].flatMap((one) => (one ? [one.getBoundingClientRect()] : []))
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(element, part)
      if (style.content === 'none' || style.position !== 'absolute' || style.pointerEvents === 'none') continue
      // It can cover more than the control, such as the whole card of its link.
      const holder = getComputedStyle(element).position === 'static' ? (element as HTMLElement).offsetParent : element
      if (!holder || holder === document.body) continue
      const [top, right, bottom, left] = [style.top, style.right, style.bottom, style.left].map(Number.parseFloat)
      const { x, y, width, height } = holder.getBoundingClientRect()
      all.push(new DOMRect(x + left!, y + top!, width - left! - right!, height - top! - bottom!))
    }
    return {
      left: Math.min(...all.map((one) => one.left)),
      top: Math.min(...all.map((one) => one.top)),
      right: Math.max(...all.map((one) => one.right)),
      bottom: Math.max(...all.map((one) => one.bottom)),
    }
  }
  /** A link within text has the height of its line. */
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (other) => other.nodeType === Node.TEXT_NODE && /[a-z]/i.test(other.textContent ?? ''),
    )
  /** Returns whether a circle of the required width around the middle touches another control. */
  const isCrowded = (one: Control, area: Box) => {
    const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2]
    return found.some(({ element, box, layer }) => {
      if (layer !== one.layer || element.contains(one.element) || one.element.contains(element)) return false
      const across = Math.max(box.left - x, 0, x - box.right)
      const down = Math.max(box.top - y, 0, y - box.bottom)
      return Math.hypot(across, down) < need / 2 - slack
    })
  }
  for (const one of found) {
    const { element, box } = one
    const whole = element.getBoundingClientRect()
    // Skips controls that are clipped by scrolling.
    if (box.bottom - box.top < whole.height - slack || box.right - box.left < whole.width - slack) continue
    if (element.matches(':disabled, [type="file"], [type="range"], [tabindex="-1"]') || isInSentence(element)) continue
    const area = areaOf(element)
    const [width, height] = [area.right - area.left, area.bottom - area.top]
    if (Math.min(width, height) >= need - slack) continue
    if (Math.min(width, height) >= 24 - slack && !isCrowded(one, area)) continue
    if (need === 24 && !isCrowded(one, area)) continue
    said.push(`'${nameOf(element)}' is small: ${Math.round(width)} × ${Math.round(height)} px`)
  }
  return said
}

/** Checks every 20 pixels of width and lists each fault once, with the widths that have it. */
export async function faultsAtEveryWidth(page: Page, from = 320, to = 1920): Promise<string[]> {
  const widths = new Map<string, number[]>()
  const before = page.viewportSize()!
  for (let width = from; width <= to; width += 20) {
    await page.setViewportSize({ width, height: before.height })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    for (const line of await layoutFaults(page)) {
      const fault = line.replace(/ by \d+( × \d+)? px/, '')
      widths.set(fault, [...(widths.get(fault) ?? []), width])
    }
  }
  await page.setViewportSize(before)
  return [...widths].map(([fault, at]) => `${at[0]}${at.length > 1 ? ` to ${at.at(-1)}` : ''}: ${fault}`)
}
