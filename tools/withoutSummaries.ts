// What a call is for is said in the API's description, which only the server makes: browsers need not download the sentences.
import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),/g

/** Leaves the summaries of routes out of contracts, in builds for browsers. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return /\/features\/.*(?:\/contract|Contract)\.ts$/.test(id)
        ? { code: code.replace(summary, ''), map: null }
        : null
    },
  }
}
