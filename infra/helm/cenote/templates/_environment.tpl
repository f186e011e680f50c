{{/* The `env` of a component. Takes a dict of root, component and needs (its row of the table). */}}
{{- define "cenote.environment" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $ports := include "cenote.ports" .root | fromYaml -}}
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: {{ $ports.http | quote }} }
- { name: GRPC_PORT, value: {{ $ports.grpc | quote }} }
- { name: CENOTE_CONFIG, value: /etc/cenote/cenote.yaml }
- { name: CENOTE_DATA_DIR, value: /data }
- { name: LOG_LEVEL, value: {{ $values.logLevel }} }
{{ include "cenote.secretVariable" (dict "root" $root "kind" "internalToken" "name" "CENOTE_INTERNAL_TOKEN") }}
{{- if and .needs.grpc (or $values.secrets.internalTokenFormer.existingSecret $values.secrets.internalTokenFormer.value) }}
{{ include "cenote.secretVariable" (dict "root" $root "kind" "internalTokenFormer" "name" "CENOTE_INTERNAL_TOKEN_FORMER") }}
{{- end }}
{{- if not .needs.http }}
- { name: CENOTE_PROBE_PORT, value: {{ $ports.probe | quote }} }
{{- end }}
{{- range .needs.calls }}
- { name: CENOTE_{{ upper . }}_ADDRESS, value: "{{ include "cenote.fullname" $root }}-{{ . }}:{{ $ports.grpc }}" }
{{- end }}
{{- if .needs.database }}
{{ include "cenote.secretVariable" (dict "root" $root "kind" "mongodb" "name" "MONGODB_URI") }}
{{- end }}
{{- if and .needs.limits (or $values.secrets.redis.existingSecret $values.secrets.redis.value) }}
{{ include "cenote.secretVariable" (dict "root" $root "kind" "redis" "name" "REDIS_URL") }}
{{- end }}
{{- if and (or (eq .needs.media "write") (eq .component "billing")) $values.callbackOrigins }}
- { name: CENOTE_CALLBACK_ORIGINS, value: {{ join "," $values.callbackOrigins | quote }} }
{{- end }}
{{- if eq .component "standalone" }}
- { name: CENOTE_SIMULATE, value: {{ $values.simulate | quote }} }
{{- end }}
{{- with $values.tracing.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- range $name, $value := (index $values .component).env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}
