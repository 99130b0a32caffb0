import { useEffect, useState } from 'react'
import { RadioCards } from '../../../components/form-controls.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import tokens from '../../../tokens.css?raw'
import { galleryTexts } from './gallery.texts.ts'
import { stories } from './stories.ts'
import type { Story } from './story.tsx'

const schemes = Object.entries(galleryTexts.schemes).map(([value, label]) => ({ value, label }))

/** Every component in every state, light and dark. */
export function GalleryPage() {
  const [scheme, setScheme] = useState('system')
  useColorScheme(scheme)
  return (
    <PageLayout title={galleryTexts.title} intro={galleryTexts.intro}>
      <RadioCards legend={galleryTexts.colours} options={schemes} value={scheme} onChange={setScheme} />
      {stories.map((shown) => (
        <StorySection key={shown.components.join()} story={shown} />
      ))}
    </PageLayout>
  )
}

function StorySection({ story: { components, states } }: { readonly story: Story }) {
  const name = components.join(', ')
  return (
    <section aria-label={name} className="grid gap-4 border-t border-line pt-6">
      <h2 className="font-mono text-lg font-semibold break-words">{name}</h2>
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
        {Object.entries(states).map(([state, example]) => (
          <figure key={state} className="grid gap-2">
            <figcaption className="text-sm text-muted">{state}</figcaption>
            <div>{example}</div>
          </figure>
        ))}
      </div>
    </section>
  )
}

/** The tokens follow the system; this style sheet overrides them while the gallery is open. */
const useColorScheme = (scheme: string) => {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(overrides)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [])
  useEffect(() => {
    document.documentElement.dataset['scheme'] = scheme
    return () => void delete document.documentElement.dataset['scheme']
  }, [scheme])
}

const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)')
const declarationsOf = (css: string) => [...css.matchAll(/--[\w-]+: [^;]+;/g)].join('\n')
const overrides = Object.entries({ light, dark })
  .map(([scheme, css]) => `:root[data-scheme='${scheme}'] { color-scheme: ${scheme}; ${declarationsOf(css)} }`)
  .join('\n')
