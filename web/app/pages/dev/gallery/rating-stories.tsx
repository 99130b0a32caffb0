import { DisputeFields } from '../../../components/dispute-fields.tsx'
import { RatingScores } from '../../../components/rating-scores.tsx'
import { noop, type Story, story } from './story.tsx'

const bound = (name: string, value: string, error?: string) => ({ name, value, error, onChange: noop })

export const ratingStories: readonly Story[] = [
  story(
    { RatingScores },
    {
      normale: (
        <RatingScores rating={{ punctualityScore: 9, kindnessScore: 10, paymentScore: 8, roomConditionScore: 7 }} />
      ),
    },
  ),
  story(
    { DisputeFields },
    {
      vuoti: <DisputeFields reason={bound('reason', '')} message={bound('message', '')} />,
      'con errori': (
        <DisputeFields
          reason={bound('reason', '', 'Scegli un motivo.')}
          message={bound('message', 'Non è vero.', 'Spiega meglio.')}
        />
      ),
    },
  ),
]
