{{/*
The components and their needs; every other template uses this table. `calls`: whose gRPC it calls. `limits`: counts the limits of keys.
`internet`: calls providers, fetches exchange rates or sends events to customers. `providers`: gets their keys. `payments`: gets the key of the
payment processor. `media`: how it uses files.
*/}}
{{- define "cenote.components" -}}
{{- if eq .Values.mode "standalone" -}}
standalone: { http: true, grpc: true, calls: [], database: true, limits: true, internet: true, providers: true, payments: true, media: write }
{{- else -}}
billing: { http: false, grpc: true, calls: [], database: true, limits: true, internet: true, providers: false, payments: true, media: "" }
inference: { http: false, grpc: true, calls: [billing], database: true, limits: false, internet: true, providers: true, payments: false, media: "" }
media: { http: false, grpc: true, calls: [billing], database: true, limits: false, internet: true, providers: true, payments: false, media: write }
gateway: { http: true, grpc: false, calls: [billing, inference, media], database: false, limits: false, internet: false, providers: false, payments: false, media: read }
{{- end -}}
{{- end -}}

{{/* The public component. */}}
{{- define "cenote.front" -}}
{{- ternary "standalone" "gateway" (eq .Values.mode "standalone") -}}
{{- end -}}

{{/* Ports inside a pod. Components without HTTP serve health and metrics on `probe`. */}}
{{- define "cenote.ports" -}}
http: 8080
grpc: 9090
probe: 9464
{{- end -}}

{{/* Whether a component is autoscaled: "true" or nothing. Takes a dict of root and component. */}}
{{- define "cenote.scales" -}}
{{- $own := index .root.Values .component -}}
{{- if and .root.Values.autoscaling.enabled (gt (int $own.maxReplicas) (int $own.replicas)) -}}true{{- end -}}
{{- end -}}

{{/* Seconds between stopping a pod and killing it: longer than the slowest app takes to drain, which is a little over a minute. */}}
{{- define "cenote.graceSeconds" -}}
{{- add 75 .Values.preStopSeconds -}}
{{- end -}}
