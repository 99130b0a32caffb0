import { disputeCaseId, flagCaseId } from '../../../application/moderation/case-ids.ts'
import { newId } from '../../ids.ts'
import type { ReviewDeed } from './acts.ts'
import { hiddenBy, named, type Player } from './player.ts'

type Does = {
  readonly [T in ReviewDeed['type']]: (
    player: Player,
    reviewId: string,
    deed: Extract<ReviewDeed, { type: T }>,
  ) => Promise<unknown>
}

/** No review of the demonstration is reported again after its reports were decided. */
const firstCase = 1

const does: Does = {
  flag: async (player, reviewId, { by, reason, note }) => {
    await player.settled()
    const asked = { flagId: newId(), reviewId, reason, note }
    const { flagId } = await player.as(by, player.services.capabilities.flagReview, asked)
    player.played.flags.set(`${reviewId} ${by}`, flagId)
  },

  'decide flag': async (player, reviewId, { by, of, outcome, notes }) => {
    const { claimCase, decideFlag } = player.services.capabilities
    await player.settled()
    await player.as(by, claimCase, { caseId: flagCaseId(reviewId, firstCase) })
    await player.as(by, decideFlag, { flagId: named(player.played.flags, `${reviewId} ${of}`), outcome, notes })
  },

  dispute: ({ as, services }, reviewId, { by, reason, message, evidenceUrls }) =>
    as(by, services.capabilities.openDispute, { reviewId, reason, message, evidenceUrls }),

  state: ({ as, services }, disputeId, { by, message }) =>
    as(by, services.capabilities.fileStatement, { disputeId, statementId: newId(), message }),

  'decide dispute': async (player, disputeId, { by, status, notes, resolution }) => {
    const { claimCase, decideDispute } = player.services.capabilities
    await player.settled()
    await player.as(by, claimCase, { caseId: disputeCaseId(disputeId) })
    await player.as(by, decideDispute, { disputeId, status, moderatorNotes: notes, resolution })
  },

  appeal: async (player, reviewId, { by, text }) => {
    await player.settled()
    const decisionId = await hiddenBy(player, reviewId)
    return player.as(by, player.services.capabilities.lodgeAppeal, { decisionId, text })
  },

  reply: ({ as, services }, reviewId, { by, text }) => as(by, services.capabilities.publishReply, { reviewId, text }),
}

export const befall = <T extends ReviewDeed['type']>(
  player: Player,
  reviewId: string,
  deed: Extract<ReviewDeed, { type: T }>,
): Promise<unknown> => does[deed.type](player, reviewId, deed)
