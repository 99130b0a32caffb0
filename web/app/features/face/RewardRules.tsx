import { settings } from '../../settings.ts'
import { useStaysNote } from '../../shared/ava-rules.ts'
import { promotionText } from '../../shared/promotion.ts'
import { texts } from '../../texts.ts'

const { rewards: words } = texts.community
const rules = [...texts.rewards.ruleList, ...words.tiers]

/** B-21 to B-24 as their rule book has them, and what goes with them; of AVA what the set in force says. */
export function RewardRules() {
  const stays = useStaysNote()?.text ?? null
  return (
    <>
      <table className="w-full text-left">
        <caption className="sr-only">{words.title}</caption>
        <thead className="border-b border-edge text-sm text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              {words.columns.reward}
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              {words.columns.how}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {words.columns.discount}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rules.map(({ percent, title, text }) => (
            <tr key={title} className="align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-4">
              <th scope="row" className="font-semibold sm:py-3.5 sm:pr-4">
                {title}
              </th>
              <td className="max-sm:col-span-2 max-sm:row-start-2 sm:py-3.5 sm:pr-4">{text}</td>
              <td className="text-right font-display text-xl leading-snug whitespace-nowrap text-brand-strong sm:py-3">
                {percent}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-2 grid list-disc gap-2 pl-5 marker:text-brand">
        {[texts.rewards.rulesNote, ...words.notes, stays, promotionText(settings.promotion)].map(
          (note) => note !== null && <li key={note}>{note}</li>,
        )}
      </ul>
      <p className="text-sm text-muted">{words.version}</p>
    </>
  )
}
