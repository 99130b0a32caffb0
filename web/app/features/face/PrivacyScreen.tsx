import { ArrowLeft } from 'lucide-react'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'
import { Chapter } from './Chapter.tsx'
import { Contents } from './Contents.tsx'

const { privacy: words } = texts

/** R-31; its date is C-38. */
export function PrivacyScreen() {
  return (
    <Screen
      title={words.title}
      intro={words.intro}
      action={
        <LinkButton to="/" look="secondary" small>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {words.back}
        </LinkButton>
      }
    >
      <p className="font-medium text-brand-strong">{words.updated}</p>
      <div data-scrolls className="grid gap-10 lg:grid-cols-[1fr_18rem] lg:gap-16">
        <div className="grid gap-10">
          {words.sections.map(({ id, title, text, points = [] }) => (
            <Chapter key={id} id={id} title={title}>
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {points.length > 0 && (
                <ul className="grid list-disc gap-2 pl-5 marker:text-brand">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </Chapter>
          ))}
        </div>
        <div className="max-lg:order-first">
          <Contents title={words.contents} entries={words.sections} />
        </div>
      </div>
    </Screen>
  )
}
