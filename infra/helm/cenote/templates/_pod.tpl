{{/*
Three questions to a container. `startup` and `liveness` ask whether the process lives: trouble with the database restarts nobody.
`readiness` asks whether calls should come: the services' own word over gRPC, and of the gateway whether those it needs answer too.
Takes a dict of root, component and needs.
*/}}
{{- define "cenote.probes" -}}
{{- $port := ternary "http" "probe" .needs.http -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 2
  timeoutSeconds: 2
  # Ten minutes: a first start makes the indexes.
  failureThreshold: 300
livenessProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  {{- if .needs.http }}
  httpGet: { path: {{ (index .root.Values .component).readinessPath }}, port: http }
  {{- else }}
  grpc: { port: {{ (include "cenote.ports" .root | fromYaml).grpc }} }
  {{- end }}
  periodSeconds: 5
  # /readyz itself waits two seconds for each of those it asks.
  timeoutSeconds: 4
  failureThreshold: 2
{{- end -}}

{{/* Takes a dict of root and needs. */}}
{{- define "cenote.volumes" -}}
- { name: config, configMap: { name: {{ include "cenote.fullname" .root }} } }
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- if and .needs.media (eq (include "cenote.storageKind" .root) "files") }}
- name: media
  persistentVolumeClaim: { claimName: {{ .root.Values.files.existingClaim | default (printf "%s-media" (include "cenote.fullname" .root)) }} }
{{- end }}
{{- end -}}

{{/* The configuration is mounted as a folder: a file that is mounted alone would never change. */}}
{{- define "cenote.volumeMounts" -}}
- { name: config, mountPath: /etc/cenote, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- if and .needs.media (eq (include "cenote.storageKind" .root) "files") }}
- { name: media, mountPath: /data/media, readOnly: {{ ne .needs.media "write" }} }
{{- end }}
{{- end -}}

{{/* Over nodes and zones, as far as there are any; each revision for itself. Takes a dict of root and component. */}}
{{- define "cenote.spread" -}}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "cenote.selector" $ | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end -}}
