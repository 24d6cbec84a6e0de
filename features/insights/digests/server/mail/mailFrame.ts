// The frame of a digest's email as MJML with placeholders. It is compiled once per layout, regardless of the number of
// items.

import { compiled, onceEach } from '#core/server/outgoing/mjml.ts'

/** The optional parts. `logo` and `banner` are in CSS pixels. */
export type Frame = {
  logo: number | null
  hasBanner: boolean
  /** The header's background, and the text color on it. */
  ground: string
  ink: string
  hasGreeting: boolean
  hasIntro: boolean
  hasReply: boolean
}

/**
 * Parts in the order of the email. The first item uses one of the leads, each other item one of the next two. `more` is
 * for items that don't fit.
 */
export type Compiled = {
  head: string
  lead: string
  plainLead: string
  pictured: string
  plain: string
  more: string
  foot: string
}

const CUT = '%%cut%%'

export const compiledFrame = onceEach(100, compile)

async function compile(frame: Frame): Promise<Compiled> {
  const html = await compiled(mjmlOf(frame))
  // MJML supports only fixed heights. The attribute reserves the space in email clients, and the style lets the image
  // shrink.
  const parts = html
    .replaceAll(/height="auto"/g, 'height="%%height%%"')
    // No email client needs it on a button, and several warn about it.
    .replaceAll('cursor:auto;', '')
    .split(CUT)
    .map(tightened)
  if (parts.length !== 8) throw new Error(`The frame of a digest’s mail came in ${parts.length} parts.`)
  const [head, lead, plainLead, pictured, plain, more, , foot] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return { head, lead, plainLead, pictured, plain, more, foot }
}

/** Removes whitespace between tags, which only helps people who read the source. */
const tightened = (html: string) =>
  html
    .replaceAll(/>\s*\n\s*</g, '><')
    .replaceAll(/\n\s+/g, '\n')
    .trim()

const cut = `<mj-raw>${CUT}</mj-raw>`

/** Inline on each link, because some email clients ignore the styles in the head. */
const styles = {
  title: 'color:#172030;text-decoration:none;font-weight:650',
  go: 'color:#15397e;font-weight:600',
  foot: 'color:#566378;white-space:nowrap',
}

/** A white page on a white background needs an edge, and the items need separators. */
const HAIR = '1px solid #d9e0ea'

/** Colors match core/ui/theme.ts: page, surface, text, dimmed, brand. */
const mjmlOf = (frame: Frame) => `
<mjml lang="en">
  <mj-head>
    <mj-title>%%title%%</mj-title>
    <mj-preview>%%preview%%</mj-preview>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
    </mj-raw>
    <mj-attributes>
      <mj-all font-family="Inter, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#172030" padding="0" />
      <mj-section padding="0" />
      <mj-column padding="0" />
      <mj-image padding="0" height="auto" />
    </mj-attributes>
    <mj-style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      .pic img { border-radius: 8px; }
      @media (max-width: 479px) {
        .words > table > tbody > tr > td { padding-right: 0 !important; padding-top: 12px !important; }
        .item > div { font-size: 16px !important; line-height: 24px !important; }
        .f a { display: inline-block; padding: 10px 4px; }
      }
      @media (prefers-color-scheme: dark) {
        body, body > div, .bg, .bg > table { background: #10161f !important; }
        .paper, .paper > table { background: #19212c !important; }
        .paper div, .t { color: #e7ebf2 !important; }
        .go { color: #94b0e4 !important; }
        .kind, .f div, .f a { color: #9eaabc !important; }
        .pic img, .rule > table > tbody > tr > td { border-color: #39465a !important; }
        .btn td, .btn a { background: #94b0e4 !important; color: #10161f !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body background-color="#eef2f7" width="600px" css-class="bg">
    ${headOf(frame)}
    ${cut}
    <mj-section background-color="#ffffff" padding="8px 32px 24px" css-class="paper">
      <mj-column>
        <mj-image src="%%picture%%" alt="%%alt%%" href="%%link%%" width="536px" border="${HAIR}" css-class="pic" fluid-on-mobile="true" />
        ${leadWords('padding="16px 0 0"')}
      </mj-column>
    </mj-section>
    ${cut}
    <mj-section background-color="#ffffff" padding="20px 32px 24px" border-top="${HAIR}" css-class="paper rule">
      <mj-column>${leadWords('')}</mj-column>
    </mj-section>
    ${cut}
    <mj-section background-color="#ffffff" padding="20px 32px" border-top="${HAIR}" direction="rtl" css-class="paper rule">
      <mj-column width="200px" vertical-align="top">
        <mj-image src="%%picture%%" alt="%%alt%%" href="%%link%%" width="200px" border="${HAIR}" css-class="pic" fluid-on-mobile="true" />
      </mj-column>
      <mj-column width="336px" vertical-align="top" padding-right="20px" css-class="words">${itemLabels}</mj-column>
    </mj-section>
    ${cut}
    <mj-section background-color="#ffffff" padding="20px 32px" border-top="${HAIR}" css-class="paper rule">
      <mj-column>${itemLabels}</mj-column>
    </mj-section>
    ${cut}
    <mj-section background-color="#ffffff" padding="20px 32px" border-top="${HAIR}" css-class="paper rule">
      <mj-column><mj-text font-size="14px" line-height="20px"><a class="go" href="%%library%%" style="${styles.go}">%%more%%</a></mj-text></mj-column>
    </mj-section>
    ${cut}
    ${cut}
    ${footOf(frame)}
  </mj-body>
</mjml>`

/** A single block, because MJML turns each block into a table and thirty items must fit. */
const itemLabels = `<mj-text font-size="14px" line-height="20px" css-class="item">
        <p class="kind" style="margin:0;font-size:12px;line-height:16px;font-weight:600;color:#566378">%%kind%%</p>
        <h2 style="margin:2px 0 4px;font-size:18px;line-height:24px"><a class="t" href="%%link%%" style="${styles.title}">%%title%%</a></h2>
        <p style="margin:0 0 8px">%%description%%</p>
        <a class="go" href="%%link%%" style="${styles.go}">%%go%%</a></mj-text>`

/** The first item is emphasized and has a button. `given` holds attributes of its text. */
const leadWords = (given: string) => `<mj-text font-size="16px" line-height="24px" css-class="item" ${given}>
        <p class="kind" style="margin:0;font-size:12px;line-height:16px;font-weight:600;color:#566378">%%kind%%</p>
        <h2 style="margin:4px 0 6px;font-size:22px;line-height:28px"><a class="t" href="%%link%%" style="${styles.title}">%%title%%</a></h2>
        <p style="margin:0">%%description%%</p></mj-text>
        <mj-button href="%%link%%" align="left" background-color="#15397e" color="#ffffff" border-radius="8px" font-size="14px" font-weight="600" inner-padding="11px 20px" padding="16px 0 0" css-class="btn">%%go%%</mj-button>`

const headOf = ({ logo, hasBanner, ground, ink, hasGreeting, hasIntro }: Frame) => `
    <mj-section padding="24px 0 0" css-class="bg"><mj-column><mj-spacer height="1px" /></mj-column></mj-section>
    ${
      hasBanner
        ? `<mj-section background-color="${ground}" border-radius="8px 8px 0 0">
      <mj-column><mj-image src="%%banner%%" alt="" width="600px" border-radius="8px 8px 0 0" fluid-on-mobile="true" /></mj-column>
    </mj-section>`
        : ''
    }
    <mj-section background-color="${ground}" padding="24px 32px"${hasBanner ? '' : ' border-radius="8px 8px 0 0"'}>
      <mj-column>
        ${
          logo === null
            ? `<mj-text color="${ink}" font-size="14px" line-height="20px" font-weight="600">%%firm%%</mj-text>`
            : `<mj-image src="%%logo%%" alt="%%firm%%" width="${logo}px" align="left" />`
        }
        <mj-text color="${ink}" font-size="28px" line-height="36px" font-weight="650" letter-spacing="-0.5px" padding="20px 0 4px"><h1 style="margin:0;font:inherit;letter-spacing:inherit">%%title%%</h1></mj-text>
        <mj-text color="${ink}" font-size="14px" line-height="20px">%%curated%%</mj-text>
      </mj-column>
    </mj-section>
    <mj-section background-color="#ffffff" padding="24px 32px 16px" css-class="paper">
      <mj-column>
        ${hasGreeting ? `<mj-text padding="0 0 8px">%%greeting%%</mj-text>` : ''}
        ${hasIntro ? '<mj-text>%%intro%%</mj-text>' : '<mj-spacer height="1px" />'}
      </mj-column>
    </mj-section>`

const footOf = ({ hasReply }: Frame) => `
    ${
      hasReply
        ? `<mj-section background-color="#ffffff" padding="20px 32px 24px" border-top="${HAIR}" border-radius="0 0 8px 8px" css-class="paper rule">
      <mj-column><mj-text font-size="14px" line-height="20px">%%reply%%</mj-text></mj-column>
    </mj-section>`
        : `<mj-section background-color="#ffffff" padding="0 32px 8px" border-radius="0 0 8px 8px" css-class="paper">
      <mj-column><mj-spacer height="1px" /></mj-column>
    </mj-section>`
    }
    <mj-section padding="20px 32px 40px" css-class="bg f">
      <mj-column>
        <mj-text align="center" font-size="12px" line-height="20px" color="#566378">%%place%%<br />%%why%% %%sent%%<br /><a href="%%unsubscribe%%" style="${styles.foot}">Unsubscribe</a> &nbsp; <a href="%%preferences%%" style="${styles.foot}">Preferences</a> &nbsp; <a href="%%view%%" style="${styles.foot}">View in the browser</a></mj-text>
      </mj-column>
    </mj-section>`
