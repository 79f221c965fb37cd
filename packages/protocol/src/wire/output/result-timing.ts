// How long the parts of a turn took, as a successful result of 2.1.325 reports it. The vendor uses it for its own
// dashboards; only the names are published.

/** Timings of one turn, in milliseconds unless the name says otherwise. `…_wall_ms` is a point in time (Unix epoch). */
export interface ResultTimings {
  /** Time to the first token. @since 2.1.200 */
  readonly ttft_ms?: number;
  /** @since 2.1.200 */
  readonly ttft_stream_ms?: number;
  /** Time to the first request to the API. @since 2.1.200 */
  readonly time_to_request_ms?: number;
  readonly time_to_request_from_spawn_ms?: number;
  /** @since 2.1.250 */
  readonly request_sent_wall_ms?: number;
  /** @since 2.1.325 */
  readonly first_content_frame_ms?: number;
  readonly first_stream_post_ms?: number;
  readonly first_stream_post_ack_ms?: number;
  readonly first_stream_post_queue_wait_ms?: number;
  readonly first_stream_post_queued_behind?: number;
  readonly first_stream_post_wall_ms?: number;
  readonly first_text_post_ms?: number;
  readonly first_text_post_queue_wait_ms?: number;
  readonly first_text_post_queued_behind?: number;
  readonly first_text_post_wall_ms?: number;
  readonly warm_spare_claimed?: boolean;
  readonly time_origin_ms?: number;
  /** @since 2.1.325 */
  readonly first_request_input_tokens?: number;
  /** @since 2.1.325 */
  readonly first_request_cache_read_input_tokens?: number;
}
