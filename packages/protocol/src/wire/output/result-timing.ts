// How long the parts of a turn took, as a successful result of 2.1.325 reports it. Made for the vendor's own dashboards;
// the names are all that is published.

/** Timings of one turn, in milliseconds unless the name says otherwise. `…_wall_ms` is a point in time (Unix epoch). */
export interface ResultTimings {
  /** To the first token. @since 2.1.200 */
  readonly ttft_ms?: number;
  /** @since 2.1.200 */
  readonly ttft_stream_ms?: number;
  /** To the first request to the API. @since 2.1.200 */
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
