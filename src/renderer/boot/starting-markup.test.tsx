import { describe, expect, it } from 'vitest'
import { wordsIn } from '../store/testing/draw'
import { startingMarkup } from './starting-markup'

const { practice, service, looking } = startingMarkup()

describe('the page’s first frame, as the build draws it', () => {
  it('is the counter with nothing on it, for a till and for practice, which alone has the band', () => {
    const band = /<div class="bands">.*?<\/aside><\/div>/s
    expect(practice.replace(band, '')).toBe(service)
    expect(wordsIn(practice)).toContain('Practice · no real money')
    for (const words of ['Tillside Counter Activity Search Settings', 'Match', 'Ready to scan']) {
      expect(wordsIn(service)).toContain(words)
    }
    expect(service.match(/data-scan-field/g)?.length).toBe(1)
  })

  it('needs no style and no comment in the page, whose policy allows it none', () => {
    for (const markup of [practice, service, looking]) expect(markup).not.toMatch(/<!--|\sstyle=|<script/)
  })

  it('has a paper for a code that is scanned meanwhile, with a place for the code', () => {
    expect(wordsIn(looking)).toBe('Looking up')
    expect(looking.match(/code-asked/g)?.length).toBe(1)
  })
})
