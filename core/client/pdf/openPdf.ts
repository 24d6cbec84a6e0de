// Displays a PDF with pdf.js, which reads it in parts. Scripts and forms in a PDF don't run.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'

export type ShownPdf = {
  /** Rejects when the file can't be opened. */
  ready: Promise<void>
  goTo: (page: number) => void
  /** One step in (1) or out (-1). */
  zoom: (by: 1 | -1) => void
  /** Highlights all matches and goes to the first, or with a direction to the next or previous one. */
  find: (words: string, direction?: 1 | -1) => void
  close: () => void
}

type Options = {
  page: number
  onMove: (at: { page: number; pages: number; scale: number }) => void
  onHits: (hits: { current: number; total: number }) => void
}

const STEP = 1.2
const [SMALLEST, LARGEST] = [0.25, 5]
const LARGEST_AT_FIRST = 1.5
/** Free space next to a page, in PDF points. Source: the specification, section 2. */
const BESIDE = 80
/** A page at 100% has its size on paper. */
const PIXELS_PER_POINT = 96 / 72

/** `frame` scrolls and contains an element of the class `pdfViewer`. */
export function openPdf(frame: HTMLDivElement, url: string, { page, onMove, onHits }: Options): ShownPdf {
  GlobalWorkerOptions.workerSrc = worker
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: 2,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ eventBus, linkService })
  const viewer = new PDFViewer({ container: frame, eventBus, linkService, findController, annotationMode: 1 })
  linkService.setViewer(viewer)
  let document: PDFDocumentProxy | undefined
  let isClosed = false
  const tell = () =>
    onMove({ page: viewer.currentPageNumber, pages: document?.numPages ?? 0, scale: viewer.currentScale })
  const hear = ({ matchesCount: { current, total } }: { matchesCount: { current: number; total: number } }) =>
    onHits({ current, total })
  eventBus.on('pagechanging', tell)
  eventBus.on('scalechanging', tell)
  eventBus.on('updatefindmatchescount', hear)
  eventBus.on('updatefindcontrolstate', hear)
  // Without a page set in `pagesinit`, the first one shows.
  eventBus.on('pagesinit', () => {
    const { width, scale } = (viewer.getPageView(0) as { viewport: { width: number; scale: number } }).viewport
    viewer.currentScale = Math.min(LARGEST_AT_FIRST, frame.clientWidth / (width / scale + BESIDE) / PIXELS_PER_POINT)
    if (page > 1) viewer.currentPageNumber = Math.min(page, document?.numPages ?? 1)
    tell()
  })
  const task = getDocument({
    url,
    enableXfa: false,
    useWasm: false,
    disableAutoFetch: true,
    rangeChunkSize: 256 * 1024,
  })
  const ready = task.promise.then((opened) => {
    if (isClosed) return
    document = opened
    viewer.setDocument(opened)
    linkService.setDocument(opened, null)
  })
  return {
    ready,
    goTo: (number) => {
      if (document && number >= 1 && number <= document.numPages) viewer.currentPageNumber = number
    },
    zoom: (by) => {
      viewer.currentScale = Math.min(LARGEST, Math.max(SMALLEST, viewer.currentScale * STEP ** by))
    },
    find: (query, direction) =>
      eventBus.dispatch('find', {
        source: viewer,
        type: direction ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: direction === -1,
        matchDiacritics: false,
      }),
    close: () => {
      isClosed = true
      void task.destroy()
    },
  }
}
