import type { OwnSanction } from '../../../contract/conduct.ts'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'

const { conduct: words } = texts

/** Why, by which rule, and who or what decided (DSA, article 17). */
export function Statement({ of: one }: { readonly of: OwnSanction }) {
  return (
    <dl className="grid gap-3">
      <div>
        <dt className="text-sm text-muted">{words.facts}</dt>
        <dd className="break-words whitespace-pre-line">{one.facts}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{words.ground}</dt>
        <dd>
          {words.reasons[one.reason]} · <TextLink to="/community-guidelines">{words.rules(one.rulesVersion)}</TextLink>
        </dd>
      </div>
      <div>
        <dt className="sr-only">{words.place}</dt>
        <dd className="text-sm text-muted">{one.automation === 'decision' ? words.automated : words.byModerator}</dd>
      </div>
      {one.liftedReason !== null && (
        <div>
          <dt className="text-sm text-muted">{words.liftedBecause}</dt>
          <dd className="break-words whitespace-pre-line">{one.liftedReason}</dd>
        </div>
      )}
    </dl>
  )
}
